import { maskCredentials, type Take } from '@helve/processes';
import type { Context } from '@helve/command';
import { boundedText, HALF_BYTES } from './bounded-text.ts';
import { Capture, type Captured } from './capture.ts';
import { cleanText } from './clean-text.ts';
import { HeadAndTail } from './head-and-tail.ts';
import { Mask } from '../secret/mask.ts';
import type { Secrets } from '../secret/store.ts';
import type { SaveFile } from './save-file.ts';
import { EndTeller } from './tell-end.ts';

export interface SpilledStream {
  readonly stream: 'stdout' | 'stderr';
  readonly path: string;
  readonly bytes: number;
  readonly complete: boolean;
}

/** The streams of a run as its result gives them: apart, and together in the order of their arrival. */
export class Streams {
  readonly stdout: Take;
  readonly stderr: Take;
  readonly #failed = new AbortController();
  readonly #out: Capture;
  readonly #err: Capture;
  readonly #both = new HeadAndTail(HALF_BYTES);
  readonly #teller: EndTeller | undefined;
  readonly #flush: () => Promise<void>;

  constructor(context: Context, save: SaveFile | undefined, secrets: Secrets) {
    this.#out = new Capture('stdout', context);
    this.#err = new Capture('stderr', context);
    this.#teller = context.reach.onPrinted && new EndTeller(context.reach.onPrinted);
    const both = (chunk: Buffer) => {
      this.#both.add(chunk);
      this.#teller?.add(chunk);
    };
    const stdout: Take = (chunk) => {
      if (save?.failed) this.#failed.abort();
      if (save) return save.write(chunk);
      both(chunk);
      return this.#out.add(chunk);
    };
    const stderr: Take = (chunk) => {
      both(chunk);
      return this.#err.add(chunk);
    };
    const masks = { stdout: new Mask(secrets), stderr: new Mask(secrets) };
    this.stdout = (chunk) => stdout(masks.stdout.push(chunk));
    this.stderr = (chunk) => stderr(masks.stderr.push(chunk));
    this.#flush = async () => {
      await stdout(masks.stdout.flush());
      await stderr(masks.stderr.flush());
    };
  }

  /** Aborted when output can no longer be saved: there is no use in going on. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Lets out what was held back as the possible beginning of a secret: nothing more comes. */
  async flush(): Promise<void> {
    await this.#flush();
    this.#teller?.stop();
  }

  /** `isRaw`: the texts as they came. */
  async finish(isRaw: boolean) {
    const [stdout, stderr] = await Promise.all([this.#out.finish(isRaw), this.#err.finish(isRaw)]);
    const both = this.#out.bytes > 0 && this.#err.bytes > 0;
    const { text, binary } = boundedText(this.#both, (omitted) => `\n\n[${omitted} bytes left out]\n\n`);
    const output = maskCredentials(isRaw ? text : cleanText(text, { binary, bytes: this.#both.bytes }));
    const spilled = [...spillOf('stdout', stdout), ...spillOf('stderr', stderr)];
    return {
      stderr,
      texts: { stdout: stdout.text, stderr: stderr.text, ...(both ? { output } : {}) },
      notes: {
        ...(stdout.binary || stderr.binary ? { binary: true } : {}),
        ...(spilled.length > 0 ? { spilled } : {}),
      },
    };
  }
}

function spillOf(stream: SpilledStream['stream'], { spill }: Captured): readonly SpilledStream[] {
  return spill ? [{ stream, ...spill }] : [];
}
