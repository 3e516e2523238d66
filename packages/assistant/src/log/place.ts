import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { call, CommandError, didYouMean, toCommandError, worded } from '@helve/command';
import { forgetLog } from './writer.ts';

/** The folder of a project's conversations: `projects/<name>-<hash of the path>` in the home. */
export function projectFolder(home: string, cwd: string): string {
  const name = cwd
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-40)
    .replace(/^-+/, '');
  return join(home, 'projects', `${name || 'root'}-${hash(cwd)}`);
}

/** A name for a new conversation: when it began, so that names sort by age, and a few letters of chance. */
export function newConversationId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomLetters(4)}`;
}

export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** The file of the conversation that was written to last in a project. */
export function latestConversation(home: string, cwd: string): string | undefined {
  const files = conversationFiles(home, cwd);
  return files.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((a, b) => b.at - a.at)[0]?.file;
}

/** The files of a project's own conversations. */
export function conversationFiles(home: string, cwd: string): readonly string[] {
  const folder = projectFolder(home, cwd);
  return conversationsIn(folder).map((id) => join(folder, `${id}.jsonl`));
}

/** The folder of the conversations that subagents of one had. */
export function agentFolder(file: string): string {
  return `${file.slice(0, -'.jsonl'.length)}.agents`;
}

/** The files of all conversations, of one project or of all, with those of subagents. */
export function everyConversation(home: string, cwd?: string): readonly string[] {
  const folders = cwd === undefined ? foldersIn(join(home, 'projects')) : [projectFolder(home, cwd)];
  return folders
    .flatMap(withAgentFolders)
    .flatMap((folder) => conversationsIn(folder).map((id) => join(folder, `${id}.jsonl`)));
}

/** The file of a conversation by its id or the beginning of it: in this project, else in any. */
export function findConversation(home: string, cwd: string, id: string): string {
  const here = projectFolder(home, cwd);
  const projects = [here, ...foldersIn(join(home, 'projects')).filter((folder) => folder !== here)];
  const folders = [...projects, ...projects.flatMap((folder) => withAgentFolders(folder).slice(1))];
  for (const folder of folders) {
    const fitting = conversationsIn(folder).filter((known) => known === id || (id !== '' && known.startsWith(id)));
    const exact = fitting.find((known) => known === id);
    if (exact === undefined && fitting.length > 1) {
      throw new CommandError('AMBIGUOUS_MATCH', `Several conversations begin with ${id}`, {
        hint: `One of: ${fitting.slice(0, 5).join(', ')}.`,
      });
    }
    const found = exact ?? fitting[0];
    if (found !== undefined) return join(folder, `${found}.jsonl`);
  }
  throw new CommandError('NOT_FOUND', `There is no conversation ${JSON.stringify(id)}`, {
    hint: didYouMean(id, conversationsIn(here), worded`See which there are: ${call('session list')}`),
  });
}

function conversationsIn(folder: string): readonly string[] {
  return namesIn(folder).flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : []));
}

/** A folder and those in it that hold conversations of subagents, which may have had some too. */
function withAgentFolders(folder: string): readonly string[] {
  const agents = namesIn(folder).filter((name) => name.endsWith('.agents'));
  return [folder, ...agents.flatMap((name) => withAgentFolders(join(folder, name)))];
}

function foldersIn(folder: string): readonly string[] {
  return namesIn(folder).map((name) => join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Keeps apart paths whose readable names are the same. Nothing is protected by it, so node:crypto need not be loaded. */
function hash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}

/** Removes the log of a conversation with those of its subagents. */
export async function removeConversation(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
    forgetLog(file);
    await rm(agentFolder(file), { recursive: true, force: true });
  } catch (thrown) {
    throw toCommandError(thrown, file);
  }
}
