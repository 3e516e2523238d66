import { CommandError } from '@helve/command';
import { isObject, type JsonObject } from '@helve/settings';

/** `models."gpt-5.2".window` as the keys that lead there. */
export function parseKey(written: string): readonly string[] {
  const parts = [...written.matchAll(/(?:^|\.)(?:"([^"]*)"|([^."]+))/gy)];
  const read = parts.map(([whole]) => whole).join('');
  if (parts.length > 0 && read === written && !parts.some(([, quoted, plain]) => (quoted ?? plain) === '__proto__')) {
    return parts.map(([, quoted, plain]) => quoted ?? plain ?? '');
  }
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(written)} is not a settings key`, {
    hint: 'Separate names with dots; quote a name that contains a dot: models."gpt-5.2".window',
  });
}

export function showKey(path: readonly string[]): string {
  return path.map((key) => (/[."]/.test(key) ? `"${key}"` : key)).join('.');
}

export function valueAt(document: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), document);
}

/** The document with another value at a place; undefined takes it away, and objects that it leaves empty. */
export function withValue(document: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const inner = document[key];
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  const gone = next === undefined || (value === undefined && isObject(next) && Object.keys(next).length === 0);
  const { [key]: _, ...others } = document;
  return gone ? others : { ...document, [key]: next };
}

const SECRET = /key|token|secret|password|authorization|credential/i;

/** What a setting may be shown as: a key that stands there in plain text is not for every log and screen. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, name));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutSecrets(each, key)]));
  }
  if (typeof value !== 'string' || !SECRET.test(name) || name === 'apiKeyHelper') return value;
  return /^\$(?:ENV|KEYRING|FILE):/.test(value) ? value : '********';
}
