import type { Context } from '@helve/registry';
import { boundedText, HALF_BYTES } from './bounded-text.ts';
import { Capture, type Captured } from './capture.ts';
import { HeadAndTail } from './head-and-tail.ts';
import type { Take } from './run.ts';
import type { SaveFile } from './save-file.ts';

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

  constructor(context: Context, save: SaveFile | undefined) {
    this.#out = new Capture('stdout', context);
    this.#err = new Capture('stderr', context);
    this.stdout = (chunk) => {
      if (save?.failed) this.#failed.abort();
      if (save) return save.write(chunk);
      this.#both.add(chunk);
      return this.#out.add(chunk);
    };
    this.stderr = (chunk) => {
      this.#both.add(chunk);
      return this.#err.add(chunk);
    };
  }

  /** Aborted when output can no longer be saved: there is no use in going on. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  async finish() {
    const [stdout, stderr] = await Promise.all([this.#out.finish(), this.#err.finish()]);
    const both = this.#out.bytes > 0 && this.#err.bytes > 0;
    const output = boundedText(this.#both, (omitted) => `\n\n[${omitted} bytes left out]\n\n`).text;
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
