import type { SearchMatch, SearchResult } from './search.ts';

/** `file:line:text`, as grep prints it. */
export function viewSearch({ matches, files, more }: SearchResult): string {
  if (matches.length === 0) return `(nothing in ${files} files)`;
  const lines = matches.map(({ file, line, text }: SearchMatch) => `${file}:${line}:${text}`);
  return [...lines, ...(more ? ['(there are more; give a narrower --query or a larger --limit)'] : [])].join('\n');
}
