import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { call, CommandError, resolvePath, toCommandError, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/act/upload.ts';
import { targetOf } from '../commands/target.ts';
import { browserRun } from '../perform.ts';
import type { UploadFile } from '../protocol.ts';
import { typeOf } from './media-type.ts';

/** What is sent at a time, and the most that a page is made to hold. */
const PART_BYTES = 512 * 1024;
const MOST_BYTES = 100 * 1024 * 1024;

type UploadInput = v.InferOutput<typeof input>;

/** The bytes go to the page piece by piece, which then makes files of them: nothing but the extension is needed. */
export const upload = browserRun(async (input: UploadInput, { id, relay, act }, context) => {
  const target = targetOf(input);
  const session = relay.sessions.get(input.session);
  const on = { session, tab: relay.sessions.tab(session, undefined) };
  const files: UploadFile[] = [];
  for (const [index, path] of input.files.entries()) {
    const file = await openFile(resolvePath(context.place, path), path);
    try {
      const { size, mtimeMs } = await file.stat();
      files.push({ name: basename(path), type: typeOf(path), size, lastModified: Math.trunc(mtimeMs) });
      refuseTooLarge(files);
      for (let offset = 0; offset < size; ) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, offset);
        if (bytesRead === 0) throw new CommandError('STALE', `${path} became shorter while it was read`);
        const bytes = buffer.toString('base64', 0, bytesRead);
        await act('upload.part', { target, upload: id, file: index, offset, bytes }, on);
        offset += bytesRead;
      }
    } finally {
      await file.close();
    }
  }
  return act('upload', { target, upload: id, files }, on);
});

async function openFile(absolute: string, path: string): Promise<FileHandle> {
  try {
    const file = await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (thrown) {
    throw toCommandError(thrown, path);
  }
  throw new CommandError('NOT_A_FILE', `${path} is not a regular file`);
}

function refuseTooLarge(files: readonly UploadFile[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES) {
    throw new CommandError('TOO_LARGE', `The files have more than ${MOST_BYTES} bytes`, {
      hint: worded`Ask a person to choose them in the browser: ${call('browser require-human')}`,
      details: { bytes, most: MOST_BYTES },
    });
  }
}
