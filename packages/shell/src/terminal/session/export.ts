import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { type Context, resolvePath, toCommandError } from '@helve/command';
import { segmentsIn } from './session-log.ts';
import { sessions } from './session-store.ts';
import type { Input, Output } from '../../commands/terminal/session/export.ts';

export async function exportSession({ sessionId, to }: Input, context: Context): Promise<Output> {
  const segments = segmentsIn(context.keep(sessions).folder(sessionId));
  const path = resolvePath(context.place, to);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  const dropped = segments[0]?.start ?? 0;
  try {
    const file = await open(unfinished, 'wx');
    try {
      await writeCast(
        file,
        segments.map(({ cast }) => cast),
        dropped > 0,
      );
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    const { size } = await stat(path);
    return { sessionId, path, format: 'asciicast-v2', bytes: size, ...(dropped > 0 ? { dropped } : {}) };
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw toCommandError(thrown, path);
  }
}

/** Puts the parts together: each has a header, of which the first holds. One that begins late is played at once. */
async function writeCast(file: FileHandle, casts: readonly string[], isLate: boolean): Promise<void> {
  let begin: number | undefined;
  let text = '';
  for (const [at, cast] of casts.entries()) {
    let isHeader = true;
    for await (const line of linesOf(cast)) {
      const event = isLate && !isHeader ? parseEvent(line) : undefined;
      begin ??= event?.[0];
      if (isHeader && at > 0) isHeader = false;
      else text += event ? `${JSON.stringify([sinceBegin(event[0], begin), ...event.slice(1)])}\n` : `${line}\n`;
      isHeader = false;
      if (text.length < WRITTEN_AT_ONCE) continue;
      await file.write(text);
      text = '';
    }
  }
  await file.write(text);
}

const WRITTEN_AT_ONCE = 64 * 1024;

type Event = readonly [seconds: number, ...rest: unknown[]];

function parseEvent(line: string): Event {
  return JSON.parse(line) as Event;
}

function sinceBegin(seconds: number, begin = 0): number {
  return Number((seconds - begin).toFixed(6));
}

/** The whole lines of a file, which a crash may have cut off in the last. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
