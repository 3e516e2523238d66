import type { SourceDefinitions } from './code-definitions.ts';
import { printable } from './printable.ts';

export interface DefinitionsShown {
  readonly files: readonly SourceDefinitions[];
  readonly unread: number;
  readonly truncated: boolean;
}

/** Each file's name, then its definitions as they are written, with their lines. */
export function viewDefinitions({ files, unread, truncated }: DefinitionsShown): string {
  if (files.length === 0) return 'No definitions';
  const blocks = files.map(({ path, definitions }) =>
    [printable(path), ...definitions.map(({ line, text }) => `${line}:${printable(text)}`)].join('\n'),
  );
  const note = `(more left out, ${unread} files not looked at; give a folder or file of it, or raise --limit)`;
  return [blocks.join('\n\n'), ...(truncated ? [note] : [])].join('\n');
}
