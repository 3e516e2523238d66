import { extname } from 'node:path';
import type { Language } from './languages.ts';

const NOTHING = /(?!)/g;

/** Texts that are no programs but have a structure all the same: headings, sections, keys of the first two levels. */
const DOCUMENTS: readonly Language[] = [
  {
    name: 'Markdown',
    extensions: ['md', 'markdown', 'mdx'],
    silent: /^(```|~~~)[^]*?(?:^\1|$(?![^]))/gm,
    patterns: [['heading', /^#{1,6}\s+(.+?)\s*#*$/]],
  },
  {
    name: 'JSON',
    extensions: ['json', 'jsonc', 'json5'],
    silent: NOTHING,
    patterns: [['key', /^(?: {0,4}|\t{0,2})"((?:\\.|[^"\\])+)"\s*:/]],
  },
  {
    name: 'YAML',
    extensions: ['yml', 'yaml'],
    silent: NOTHING,
    patterns: [['key', /^ {0,2}(?:- )?([\w$./"'-]+):(?:\s|$)/]],
  },
  {
    name: 'TOML',
    extensions: ['toml', 'ini', 'cfg', 'conf', 'properties', 'env'],
    silent: NOTHING,
    patterns: [
      ['section', /^\s*\[+([^\]]+)\]+/],
      ['key', /^(?:export\s+)?([\w.-]+)\s*=/],
    ],
  },
];

export function documentOf(path: string): Language | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  return DOCUMENTS.find(({ extensions }) => extensions.includes(ending));
}
