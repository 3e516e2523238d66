import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectRoot } from '@helve/command';
import type { Layer } from '@helve/settings';

/** The files that the commands of hooks name: trust in a hook covers what they say, so programs may not change them. */
export function hookScripts(layers: readonly Layer[], cwd: string): readonly string[] {
  const project = projectRoot(cwd);
  const words = layers
    .flatMap(({ document }) => commandsIn(document.hooks))
    .flatMap((line) => line.split(/[\s"';|&<>()]+/));
  const paths = words.map((word) => resolve(cwd, word.replace(/^\$\{?\w*PROJECT_DIR\}?/, project)));
  return [...new Set(paths)].filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    key === 'command' && typeof each === 'string' ? [each] : commandsIn(each),
  );
}
