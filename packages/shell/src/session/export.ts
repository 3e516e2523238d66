import { randomBytes } from 'node:crypto';
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, resolvePath, toCommandError } from '@helve/registry';
import { sessions } from './session-store.ts';

export interface ExportInput {
  readonly sessionId: string;
  readonly to: string;
}

export interface ExportResult {
  readonly sessionId: string;
  readonly path: string;
  readonly format: 'asciicast-v2';
  readonly bytes: number;
}

export async function exportSession({ sessionId, to }: ExportInput, context: Context): Promise<ExportResult> {
  const from = join(context.keep(sessions).folder(sessionId), 'session.cast');
  const path = resolvePath(context, to);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await copyFile(from, unfinished);
    await rename(unfinished, path);
    return { sessionId, path, format: 'asciicast-v2', bytes: (await stat(path)).size };
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw toCommandError(thrown, path);
  }
}
