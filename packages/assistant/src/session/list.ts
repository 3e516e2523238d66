import type { Context } from '@helve/command';
import { projectFolder } from '../log/place.ts';
import { withIndex } from './index-file.ts';
import type { Row } from './index-update.ts';

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
}

export async function listSessions(
  { all, agents, limit }: { readonly all: boolean; readonly agents: boolean; readonly limit: number },
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
    return { sessions: rows.map(toLine), total };
  });
}

function toLine({ id, title, cwd, begun, updated, prompts, answers, cost, agentOf }: Row): SessionLine {
  const line = { id, title, cwd, begunAt: begun, updatedAt: updated, prompts, answers, costUsd: cost };
  return agentOf === null ? line : { ...line, agentOf };
}
