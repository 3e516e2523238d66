export { isObject, type JsonObject } from '@helve/settings';

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The texts of a list; anything else in it, or instead of it, is left out. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}
