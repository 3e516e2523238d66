import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { once } from 'node:events';

/** How much may wait to be written before the writer of the output has to wait. */
const BUFFERED = 1024 * 1024;

/** A new file that takes bytes as they come. Must be closed. */
export class ByteFile {
  readonly path: string;
  readonly #stream: WriteStream;
  #failure: Error | undefined;
  #bytes = 0;
  #goOn: (() => void) | undefined;

  private constructor(path: string, stream: WriteStream) {
    this.path = path;
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#failure ??= error;
    });
    for (const event of ['drain', 'close']) stream.on(event, () => this.#goOn?.());
  }

  static async create(path: string, mode: number): Promise<ByteFile> {
    const handle = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode);
    return new ByteFile(path, createWriteStream(path, { fd: handle, highWaterMark: BUFFERED }));
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Why nothing more is written, if so. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Writes the bytes; a promise is given when the next should wait for it. */
  write(chunk: Uint8Array): Promise<unknown> | undefined {
    if (this.#failure) return undefined;
    this.#bytes += chunk.length;
    if (this.#stream.write(chunk)) return undefined;
    return new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  /** Writes what still waits. Whether all of it could be written is in `failure`. */
  async close(): Promise<void> {
    if (this.#stream.closed) return;
    const closed = once(this.#stream, 'close').catch(() => {});
    this.#stream.end();
    await closed;
  }
}
