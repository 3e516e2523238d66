import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readRegularFile } from '@helve/command';
import { isTrusted } from './consent.ts';
import type { LeftOut } from './settings.ts';
import type { Reviewed } from './trust.ts';

/** Folders of a project whose files say what a model does: agents, skills and commands. */
export const MODEL_FOLDERS = [
  '.helve/agents',
  '.claude/agents',
  '.agents/skills',
  '.claude/skills',
  '.claude/commands',
  '.helve/output-styles',
  '.claude/output-styles',
];

/** The folder of those that a path is or lies in. */
export function modelFolderOf(path: string): string | undefined {
  const parts = path.split(sep);
  for (let end = parts.length; end > 1; end--) {
    if (MODEL_FOLDERS.includes(parts.slice(end - 2, end).join('/'))) return parts.slice(0, end).join(sep);
  }
  return undefined;
}

/** What such a folder holds, all of which is consented to at once; undefined where there is nothing. */
export function reviewModelFolder(folder: string): Reviewed | undefined {
  const files = filesBelow(folder);
  if (files.length === 0) return undefined;
  const content = files.map((file) => [relative(folder, file), readRegularFile(file).toString('base64')]);
  const described = files.filter((file) => file.endsWith('.md')).map((file) => relative(folder, file));
  return {
    path: folder,
    content: JSON.stringify(content),
    runs: [`instructions for the model: ${described.join(', ')}`],
  };
}

/** Asks for consent to what a project says to a model: whether a file may, and what was left out because it may not. */
export function modelFileConsent(home: string) {
  const asked = new Map<string, Promise<boolean>>();
  const leftOut: LeftOut[] = [];
  const ask = async (folder: string): Promise<boolean> => {
    const reviewed = reviewModelFolder(folder);
    if (!reviewed || (await isTrusted(home, reviewed))) return true;
    leftOut.push({ file: folder, what: reviewed.runs });
    return false;
  };
  return {
    leftOut: leftOut as readonly LeftOut[],
    admits: (file: string): Promise<boolean> => {
      const folder = modelFolderOf(file);
      if (folder === undefined) return Promise.resolve(false);
      const answer = asked.get(folder) ?? ask(folder);
      asked.set(folder, answer);
      return answer;
    },
  };
}

/** Scripts too: what a skill tells a model to run lies beside it. */
function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}
