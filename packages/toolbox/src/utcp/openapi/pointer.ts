import { isRecord, recordOf, type UnknownRecord } from './record.ts';

const MOST_HOPS = 20;

/** What a local reference such as `#/paths/~1pets/get` leads to; undefined when it leads nowhere. */
export function resolvePointer(document: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let found = document;
  for (const token of ref.split('/').slice(1)) {
    const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as UnknownRecord)[key];
  }
  return found;
}

/** Whether a reference leads to something at last, and not only to references in a circle. */
export function leadsSomewhere(document: unknown, ref: string): boolean {
  let found: unknown = { $ref: ref };
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    if (!isRecord(found) || typeof found.$ref !== 'string') return found !== undefined;
    found = resolvePointer(document, found.$ref);
  }
  return false;
}

/** The object itself, or what its `$ref` leads to, over any number of stations. */
export function follow(document: unknown, value: unknown): UnknownRecord {
  let found = value;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    if (!isRecord(found) || typeof found.$ref !== 'string') return recordOf(found);
    found = resolvePointer(document, found.$ref);
  }
  return {};
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
