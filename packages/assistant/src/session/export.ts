import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Context, makeFolder, resolvePath, toCommandError } from '@helve/command';
import type { ConversationLog } from '../log/conversation-log.ts';
import { aboutOf } from './about.ts';
import { openSession } from './find.ts';

export type ExportFormat = 'markdown' | 'json' | 'html' | 'log';

export interface Exported {
  readonly id: string;
  readonly format: ExportFormat;
  readonly bytes: number;
  readonly path?: string;
  readonly content?: string;
}

interface ExportInput {
  readonly id?: string | undefined;
  readonly format: ExportFormat;
  readonly path?: string | undefined;
  readonly overwrite: boolean;
}

export async function exportSession({ id, format, path, overwrite }: ExportInput, context: Context): Promise<Exported> {
  const log = openSession(id, context);
  const content = await RENDERERS[format](log);
  const about = { id: log.id, format, bytes: Buffer.byteLength(content) };
  if (path === undefined) return { ...about, content };
  const file = resolvePath(context.place, path);
  try {
    await makeFolder(dirname(file));
    // It holds what the user's files hold: for them alone.
    await writeFile(file, content, { mode: 0o600, flag: overwrite ? 'w' : 'wx' });
  } catch (thrown) {
    throw toCommandError(thrown, path);
  }
  return { ...about, path };
}

const RENDERERS: Readonly<Record<ExportFormat, (log: ConversationLog) => Promise<string>>> = {
  markdown: async (log) => (await import('./export-markdown.ts')).toMarkdown(aboutOf(log), await itemsOf(log)),
  html: async (log) => (await import('./export-html.ts')).toHtml(aboutOf(log), await itemsOf(log)),
  json: async (log) => `${JSON.stringify({ version: 1, ...aboutOf(log), entries: log.chain() }, null, 2)}\n`,
  log: async (log) => (await import('./export-log.ts')).toEventLog(log.id, log.chain()),
};

async function itemsOf(log: ConversationLog) {
  return (await import('./transcript.ts')).transcriptOf(log.chain());
}
