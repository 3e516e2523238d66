import { type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, kindOf, type Place } from '@helve/command';
import { Hidden, withSlash } from '../walk/ignored.ts';

const RULE_FILES = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'];

/**
 * Finds an ignore file that ripgrep would wait for: it opens a fifo of that name and stays there until somebody writes.
 * Only folders that ripgrep enters count.
 */
export async function findWaitingRules(
  folder: string,
  place: Pick<Place, 'env'>,
  signal: AbortSignal,
): Promise<CommandError | undefined> {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const found = waitingIn(above);
    if (found) return found;
    if (dirname(above) === above) break;
  }
  const waiting: { readonly path: string; readonly hidden: Hidden }[] = [
    { path: folder, hidden: Hidden.above(folder, place) },
  ];
  for (let next = waiting.pop(); next && !signal.aborted; next = waiting.pop()) {
    const { path } = next;
    const found = waitingIn(path);
    if (found) return found;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    const hidden = next.hidden.within(
      path,
      entries.map(({ name }) => name),
    );
    for (const entry of entries) {
      if (!entry.isDirectory() || hidden.hides(withSlash(path), entry.name, true)) continue;
      waiting.push({ path: join(path, entry.name), hidden });
    }
  }
  return undefined;
}

function waitingIn(folder: string): CommandError | undefined {
  for (const name of RULE_FILES) {
    const path = join(folder, name);
    const stats = statIfAny(path);
    if (!stats || stats.isFile() || stats.isDirectory()) continue;
    return new CommandError('NOT_A_FILE', `${path} is a ${kindOf(stats)}, so the search cannot read its ignore rules`, {
      hint: 'Remove it, or search all files, also those that are ignored.',
      details: { path },
    });
  }
  return undefined;
}

function statIfAny(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
