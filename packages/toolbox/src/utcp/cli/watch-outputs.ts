import { closeSync, lstatSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { CallEvent } from '../protocol.ts';
import type { ScriptFiles } from './bash-script.ts';
import type { Mask } from './mask.ts';
import { openOutput } from './output.ts';

const LOOK_MS = 100;
const CHUNK = 64 * 1024;
/** Of a longer output no more events are sent; the result has its end. */
const MOST_TOLD = 1024 * 1024;
/** An output that grows beyond this is taken for one that never ends. */
export const MOST_PRINTED = 4 * 1024 ** 3;

export interface OutputWatch {
  /** Tells what is new of a step that ended, and looks at the next from now on. */
  next(step: number): void;
  end(): void;
}

/** Looks at the outputs of the step that runs: tells of what is new, and calls out when they grow without end. */
export function watchOutputs(
  files: ScriptFiles,
  mask: Mask,
  tell: ((event: CallEvent) => void) | undefined,
  tooMuch: () => void,
): OutputWatch {
  let tails = tailsOf(files, 0);
  const look = (isEnd: boolean) => {
    for (const tail of tails) {
      if (tail.size() > MOST_PRINTED) tooMuch();
      if (tell) tail.tell(mask, isEnd, tell);
    }
  };
  const timer = setInterval(() => look(false), LOOK_MS);
  return {
    next: (step) => {
      if (tell) look(true);
      tails = tailsOf(files, step);
    },
    end: () => {
      clearInterval(timer);
    },
  };
}

function tailsOf(files: ScriptFiles, step: number): readonly Tail[] {
  return [new Tail(step, 'stdout', files.stdout(step)), new Tail(step, 'stderr', files.stderr(step))];
}

class Tail {
  readonly #step: number;
  readonly #stream: 'stdout' | 'stderr';
  readonly #file: string;
  readonly #decoder = new StringDecoder();
  #at = 0;
  #held = '';

  constructor(step: number, stream: 'stdout' | 'stderr', file: string) {
    this.#step = step;
    this.#stream = stream;
    this.#file = file;
  }

  size(): number {
    return lstatSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  tell(mask: Mask, isEnd: boolean, tell: (event: CallEvent) => void): void {
    const size = Math.min(this.size(), MOST_TOLD);
    let text = this.#held;
    const found = this.#at < size ? openOutput(this.#file) : undefined;
    if (found) {
      const { descriptor } = found;
      while (this.#at < size) {
        const bytes = Buffer.allocUnsafe(Math.min(CHUNK, size - this.#at));
        const count = readSync(descriptor, bytes, 0, bytes.length, this.#at);
        if (count === 0) break;
        this.#at += count;
        text += this.#decoder.write(bytes.subarray(0, count));
      }
      closeSync(descriptor);
    }
    // A secret may be only half written; lines are whole.
    const cut = isEnd || mask.empty ? text.length : text.lastIndexOf('\n') + 1;
    this.#held = text.slice(cut);
    const shown = mask.text(text.slice(0, cut));
    if (shown !== '') tell({ type: 'step_output', step: this.#step, stream: this.#stream, text: shown });
  }
}
