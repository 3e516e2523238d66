import { maskCredentials } from '@helve/processes';
import { plainText } from '../session/plain-text.ts';
import { fromCharacter } from './bounded-text.ts';

/** Between two tellings: whoever looks wants to see that it goes on, not all of it. */
const PAUSE_MS = 200;
/** Bytes at the end of the output in which lines are looked for. */
const LOOKED_AT_BYTES = 4096;

/** Tells whoever looks the last lines that a program printed, now and then, while more of them come. */
export class EndTeller {
  readonly #tell: (lastLines: string) => void;
  #end: Buffer = Buffer.alloc(0);
  #isCut = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(tell: (lastLines: string) => void) {
    this.#tell = tell;
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    const held = Buffer.concat([this.#end, chunk.subarray(-LOOKED_AT_BYTES)]);
    this.#isCut ||= this.#end.length + chunk.length > LOOKED_AT_BYTES;
    this.#end = held.subarray(-LOOKED_AT_BYTES);
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#tell(this.#lastLines());
    }, PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#pause);
  }

  /** Of a line whose beginning is not held the rest is left out, where there are others. */
  #lastLines(): string {
    const text = fromCharacter(this.#end).toString();
    const lineEnd = this.#isCut ? text.indexOf('\n') : -1;
    return maskCredentials(plainText(text.slice(lineEnd + 1) || text));
  }
}
