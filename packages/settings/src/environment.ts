import { brokenAt, isObject } from './document.ts';
import type { Layer } from './layers.ts';

/** The variables that settings give to programs. */
export function environmentOf(layers: readonly Layer[]): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { file, document } of layers) {
    const { env = {} } = document;
    if (!isObject(env)) throw brokenAt(file, ['env'], 'env must be an object with text values');
    for (const [name, value] of Object.entries(env)) {
      if (typeof value !== 'string') throw brokenAt(file, ['env', name], `env.${name} must be a text`);
      all[name] = value;
    }
  }
  return all;
}
