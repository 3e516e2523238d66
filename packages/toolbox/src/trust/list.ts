import { dirname, join } from 'node:path';
import { type Context, projectFolders, type Run } from '@helve/command';
import {
  INSTRUCTION_FILES,
  isOwn,
  isTrusted,
  MODEL_FOLDERS,
  readLayers,
  reviewInstructions,
  reviewModelFolder,
} from '@helve/settings';
import { review } from './review.ts';
import { findProject, PROJECT_FILE } from '../mcp/project.ts';
import { PROJECT_CONFIG } from '../utcp/configured.ts';
import type { Output } from '../commands/trust/list.ts';

/** The files of the checkout that say something which needs consent. */
export const list: Run<object, Output> = async (_, context) => {
  const files: Output['files'] = [];
  for (const path of await candidates(context)) {
    if (!context.permits(path, 'read')) continue;
    const reviewed = await review(path);
    if (reviewed.runs.length === 0) continue;
    files.push({ path, trusted: await isTrusted(context.place.home, reviewed), runs: [...reviewed.runs] });
  }
  return { files };
};

async function candidates({ place: { cwd, home } }: Context): Promise<readonly string[]> {
  const settings = readLayers({ cwd, home }).flatMap(({ scope, file }) => (isOwn(scope) ? [] : [file]));
  const others = await Promise.all([PROJECT_FILE, PROJECT_CONFIG].map((name) => findProject(cwd, name)));
  const told = MODEL_FOLDERS.map((folder) => join(cwd, folder)).filter((folder) => reviewModelFolder(folder));
  const checks = projectFolders(cwd)
    .flatMap((folder) => INSTRUCTION_FILES.map((name) => join(folder, name)))
    .filter((file) => reviewInstructions(file));
  return [...settings, ...others.flatMap(({ file }) => file ?? []), ...told, ...checks].filter(
    (file) => dirname(file) !== home,
  );
}
