import { basename, dirname } from 'node:path';
import { CommandError, toCommandError } from '@helve/command';
import {
  INSTRUCTION_FILES,
  isProjectSettings,
  MODEL_FOLDERS,
  modelFolderOf,
  readDocument,
  type Reviewed,
  reviewInstructions,
  reviewModelFolder,
  reviewSettings,
} from '@helve/settings';
import { readEntries } from '../mcp/config-file.ts';
import { findProject, PROJECT_FILE } from '../mcp/project.ts';
import { showWholeEntry } from '../mcp/read-config.ts';
import { executablePart } from '../mcp/configured-servers.ts';
import * as utcp from '../utcp/configured.ts';
import { showManual } from './show-manual.ts';

/** The files of a project that need consent, by their names. */
const READERS: Readonly<Record<string, (path: string) => Promise<Reviewed | undefined>>> = {
  [PROJECT_FILE]: async (path) => {
    const entries = await readEntries(path);
    if (!entries) return undefined;
    const runs = Object.entries(entries).map(
      ([name, entry]) => `MCP server ${JSON.stringify(name)}: ${showWholeEntry(entry)}`,
    );
    return { path, content: executablePart(entries), runs };
  },
  [utcp.PROJECT_CONFIG]: async (path) => {
    const document = readDocument(path);
    if (!document) return undefined;
    const { folder } = await findProject(dirname(path));
    const runs = await Promise.all(
      utcp.templatesOf(document).map(async (each) => showManual(each, await utcp.fileOfManual(each, folder))),
    );
    return { path, content: await utcp.executablePart(document, folder), runs: runs.flat() };
  },
  ...Object.fromEntries(INSTRUCTION_FILES.map((name) => [name, async (path: string) => reviewInstructions(path)])),
};

/** Reads what a file would run. */
export async function review(path: string): Promise<Reviewed> {
  const folder = modelFolderOf(path);
  const read =
    folder === undefined
      ? isProjectSettings(path)
        ? async () => reviewSettings(path)
        : READERS[basename(path)]
      : async () => reviewModelFolder(folder);
  if (!read) {
    throw new CommandError('INVALID_INPUT', `${path} is not a file that can run code`, {
      hint: `Such files are called ${[...Object.keys(READERS), '.helve/settings.json', '.claude/settings.json', ...MODEL_FOLDERS].join(', ')}.`,
      details: { path },
    });
  }
  const found = await read(path);
  if (found) return found;
  throw toCommandError(Object.assign(new Error('missing'), { code: 'ENOENT' }), path);
}
