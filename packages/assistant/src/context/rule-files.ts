import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTextIfAny } from '@helve/command';
import { pathMatcher } from '@helve/policy';
import type { InstructionFile } from './instruction-file.ts';

/** A file of instructions in a folder `rules`, as Claude Code has them. */
export interface RuleFile {
  readonly file: string;
  /** The folder that its imports may not leave; absent: it is the user's own. */
  readonly within: string | undefined;
  /** Whether it applies to a path below the root of the project; absent: it always applies. */
  readonly appliesTo?: (path: string) => boolean;
}

/** The rule files below some folders, in the order of their names. */
export function findRuleFiles(folders: readonly string[], within: string | undefined): readonly RuleFile[] {
  return folders.flatMap(markdownBelow).map((file) => {
    const paths = pathsIn(headOf(readTextIfAny(file) ?? ''));
    return { file, within, ...(paths.length === 0 ? {} : { appliesTo: pathMatcher(paths) }) };
  });
}

/** The same file without the values at its beginning, which are not for the model. */
export function withoutHead(file: InstructionFile): InstructionFile {
  return { ...file, text: file.text.replace(HEAD, '').trim() };
}

const HEAD = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

function headOf(text: string): string {
  return HEAD.exec(text)?.[1] ?? '';
}

/** `paths: "src/*.{ts,tsx}, test/**"`, `paths: [a, b]`, or a list with dashes. */
function pathsIn(head: string): readonly string[] {
  const [, line = '', items = ''] = /^paths:[ \t]*(.*)((?:\r?\n[ \t]*-[ \t].*)*)/m.exec(head) ?? [];
  const listed = items.split(/\r?\n/).map((item) => item.replace(/^[ \t]*-[ \t]+/, ''));
  const written = line.trim().replace(/^\[(.*)\]$/, '$1');
  return [...written.split(/,(?![^{]*\})/), ...listed]
    .map((path) =>
      path
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .replace(/^\.?\//, ''),
    )
    .filter((path) => path !== '');
}

function markdownBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
