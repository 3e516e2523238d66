import { encode } from './address.ts';
import { textOf } from './text-of.ts';

/** A query parameter as `name=value` pairs, written in its style. */
export function queryPairs(name: string, value: unknown, style: string | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  const pair = (key: string, text: string) => `${encode(key, name)}=${encode(text, name)}`;
  if (Array.isArray(value)) {
    const texts = value.map(textOf);
    const separator = SEPARATORS[style ?? ''];
    if (separator === undefined) return texts.map((text) => pair(name, text));
    return [`${encode(name, name)}=${texts.map((text) => encode(text, name)).join(separator)}`];
  }
  if (typeof value === 'object' && style === 'deep') {
    return Object.entries(value).map(([key, inner]) => pair(`${name}[${key}]`, textOf(inner)));
  }
  return [pair(name, textOf(value))];
}

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', space: '%20', pipe: '|', tab: '%09' };
