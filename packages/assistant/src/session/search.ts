import { CommandError, type Context } from '@helve/command';
import { projectFolder } from '../log/place.ts';
import { withIndex } from './index-file.ts';
import type { Speaker } from './passage.ts';
import { fromIndexed, toQuery } from './words.ts';

export interface Hit {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  /** The entry of the log that holds it. */
  readonly entry: string;
  readonly speaker: Speaker;
  readonly time: string;
  /** The words around, with what was found in brackets of this kind: «so». */
  readonly excerpt: string;
}

export async function searchSessions(
  { query, all, limit }: { readonly query: string; readonly all: boolean; readonly limit: number },
  { place: { home, cwd } }: Context,
): Promise<{ readonly hits: Hit[]; readonly total: number }> {
  const match = toQuery(query);
  if (match === undefined) {
    throw new CommandError('INVALID_INPUT', `There is no word in ${JSON.stringify(query)}`, {
      example: 'helve session search --query "parse error"',
    });
  }
  const within = all ? '' : `${projectFolder(home, cwd)}/`;
  return withIndex(home, (index) => {
    const where = 'WHERE passage MATCH ? AND substr(passage.file, 1, ?) = ?';
    const rows = index
      .prepare(
        `SELECT c.id, c.title, c.cwd, passage.entry, passage.speaker, passage.time,
           snippet(passage, 0, '«', '»', '…', 32) AS excerpt
         FROM passage JOIN conversation AS c ON c.file = passage.file ${where}
         ORDER BY bm25(passage), passage.time DESC LIMIT ?`,
      )
      .all(match, within.length, within, limit) as Hit[];
    const { total } = index
      .prepare(`SELECT count(*) AS total FROM passage ${where}`)
      .get(match, within.length, within) as { total: number };
    return { hits: rows.map((row) => ({ ...row, excerpt: tidy(row.excerpt) })), total };
  });
}

function tidy(excerpt: string): string {
  return fromIndexed(excerpt).replaceAll('»«', '').replace(/\s+/g, ' ').trim();
}
