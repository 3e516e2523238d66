import { brokenAt, isObject } from './document.ts';
import type { Layer } from './layers.ts';

/** The variables that settings give to programs. */
export function environmentOf(layers: readonly Layer[]): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { file, document, foreign } of layers) {
    const { env = {} } = document;
    if (!isObject(env)) throw brokenAt(file, ['env'], 'env must be an object with text values');
    for (const [name, value] of Object.entries(env)) {
      // Claude Code takes numbers and truth values too.
      if (foreign && typeof value !== 'string') all[name] = String(value);
      else if (typeof value !== 'string') throw brokenAt(file, ['env', name], `env.${name} must be a text`);
      else all[name] = value;
    }
  }
  return all;
}
