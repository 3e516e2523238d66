import { relative, resolve } from 'node:path';
import { changesIn } from '../rewind/changes.ts';
import type { Entry } from '../log/entry.ts';
import { toolCallsOf } from '../model/message.ts';

export interface TouchedFiles {
  readonly read: readonly string[];
  readonly changed: readonly string[];
}

const READERS: ReadonlySet<string> = new Set(['Read']);
const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit']);

/** The files that were read and changed, the latest last; those that the shell changed too, as far as they were noticed. */
export function touchedFiles(entries: readonly Entry[]): TouchedFiles {
  const start = entries.find((entry) => entry.type === 'start');
  const shown = (path: string) => (start?.type === 'start' ? shownFrom(start.cwd, path) : path);
  const read = new Set<string>();
  const changed = new Set<string>();
  const wentWell = new Set(
    entries.flatMap((entry) => (entry.type === 'toolResult' && entry.outcome === 'ok' ? [entry.callId] : [])),
  );
  for (const entry of entries) {
    if (entry.type === 'extra') for (const { path } of changesIn(entry)) addLast(changed, shown(path));
    if (entry.type !== 'assistant') continue;
    for (const { id, name, input } of toolCallsOf(entry.content)) {
      const path = input.file_path;
      if (typeof path !== 'string' || !wentWell.has(id)) continue;
      if (READERS.has(name)) addLast(read, shown(path));
      if (WRITERS.has(name)) addLast(changed, shown(path));
    }
  }
  return { read: [...read].filter((path) => !changed.has(path)), changed: [...changed] };
}

function addLast(paths: Set<string>, path: string): void {
  paths.delete(path);
  paths.add(path);
}

/** As the user would write it. */
function shownFrom(cwd: string, path: string): string {
  const way = relative(cwd, resolve(cwd, path));
  return way.startsWith('..') ? path : way;
}
