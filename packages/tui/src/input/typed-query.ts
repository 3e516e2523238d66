import { previousBoundary } from '../editor/boundaries.ts';
import { cleanText } from '../editor/chips.ts';
import type { Key } from '../keys/key.ts';

/** What is searched for, after a key; undefined where the key does not change it. */
export function typedQuery(query: string, key: Key): string | undefined {
  if (key.name === 'text' || key.name === 'paste') return query + cleanText(key.text).replace(/\s+/g, ' ');
  if (key.name === 'space') return `${query} `;
  if (key.name === 'backspace') return query.slice(0, previousBoundary(query, query.length));
  return key.name === 'u' && 'ctrl' in key ? '' : undefined;
}
