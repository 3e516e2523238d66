import type { Context } from '@helve/command';
import { projectFolder } from '../log/place.ts';
import type { Database } from '../database/database.ts';
import { withIndex } from './index-file.ts';
import type { Row } from './index-update.ts';
import { fromIndexed } from './words.ts';

export interface SessionLine {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly begunAt: string;
  readonly updatedAt: string;
  readonly prompts: number;
  readonly answers: number;
  readonly costUsd: number;
  readonly agentOf?: string;
  /** The user's prompts, where they are asked for. */
  readonly said?: string[];
}

/** Characters of a prompt that are given. */
const MOST_OF_PROMPT = 300;

export async function listSessions(
  { all, agents, prompts, limit }: Record<'all' | 'agents' | 'prompts', boolean> & { readonly limit: number },
  { place: { home, cwd } }: Context,
): Promise<{ readonly sessions: SessionLine[]; readonly total: number }> {
  const within = all ? '' : `${projectFolder(home, cwd)}/`;
  return withIndex(home, (index) => {
    const where = `WHERE substr(file, 1, ?) = ? ${agents ? '' : 'AND agentOf IS NULL'}`;
    const rows = index
      .prepare(`SELECT * FROM conversation ${where} ORDER BY updated DESC, id DESC LIMIT ?`)
      .all(within.length, within, limit) as Row[];
    const { total } = index
      .prepare(`SELECT count(*) AS total FROM conversation ${where}`)
      .get(within.length, within) as { total: number };
    const said = prompts ? promptsIn(index, within) : undefined;
    return {
      sessions: rows.map((row) => ({ ...toLine(row), ...(said && { said: said.get(row.file) ?? [] }) })),
      total,
    };
  });
}

function toLine({ id, title, cwd, begun, updated, prompts, answers, cost, agentOf }: Row): SessionLine {
  const line = { id, title, cwd, begunAt: begun, updatedAt: updated, prompts, answers, costUsd: cost };
  return agentOf === null ? line : { ...line, agentOf };
}

/** What the user said in the conversations of a folder, by their files. */
function promptsIn(index: Database, within: string): ReadonlyMap<string, string[]> {
  const found = index
    .prepare(`SELECT file, text FROM passage WHERE speaker = 'user' AND substr(file, 1, ?) = ? ORDER BY rowid`)
    .all(within.length, within) as { readonly file: string; readonly text: string }[];
  const said = new Map<string, string[]>();
  for (const { file, text } of found) {
    const prompt = fromIndexed(text.slice(0, MOST_OF_PROMPT)).replace(/\s+/g, ' ');
    said.set(file, [...(said.get(file) ?? []), prompt]);
  }
  return said;
}
