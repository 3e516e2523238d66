import { createReadStream } from 'node:fs';

/** Longer lines are given in pieces: a file of 4 GB may have no line break in it. */
const LONGEST = 64 * 1024;

export interface LinePiece {
  readonly text: string;
  /** Whether a line begins with it. */
  readonly isNew: boolean;
}

/** The lines of a file of any size. One that is gone by now has none. */
export async function* linesOf(file: string): AsyncGenerator<LinePiece> {
  let rest = '';
  let isNew = true;
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: LONGEST });
  try {
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        yield { text: text.replace(/\r$/, ''), isNew };
        isNew = true;
      }
      if (rest.length < LONGEST) continue;
      yield { text: rest, isNew };
      isNew = false;
      rest = '';
    }
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  } finally {
    stream.destroy();
  }
  if (rest !== '') yield { text: rest, isNew };
}
