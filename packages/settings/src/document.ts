import { CommandError, readRegularText } from '@helve/command';
import { breakOf, lineOf } from './locate.ts';

/** An object of JSON whose keys are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The object in a JSON file that people write too; undefined where there is no such file. A broken file is an error,
 * never an absent one. Read at once: every start looks for such files, and to hear from another thread takes longer.
 */
export function readDocument(file: string): JsonObject | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const line = text.slice(0, breakOf(text)).split('\n').length;
    throw broken(`${file}:${line}`, (error as Error).message, { file });
  }
  if (isObject(document)) return document;
  throw broken(file, 'it must contain a JSON object', { file });
}

/** What is wrong at a place of such a file, with its line. */
export function brokenAt(file: string, path: readonly string[], what: string, hint?: string): CommandError {
  const line = lineOf(readText(file) ?? '', path);
  return broken(line === undefined ? file : `${file}:${line}`, what, { file, hint, key: path.join('.') });
}

const FIX = 'Fix the file, or move it away to run with the defaults.';

function broken(
  where: string,
  what: string,
  { file, hint, key }: { readonly file: string; readonly hint?: string | undefined; readonly key?: string },
): CommandError {
  return new CommandError('INVALID_SETTINGS', `${where}: ${what}`, {
    hint:
      hint ?? (/(?:^|[\\/])settings\.json$/.test(file) ? `${FIX} helve --reset does that for your own settings.` : FIX),
    details: { path: file, ...(key ? { key } : {}) },
  });
}

function readText(file: string): string | undefined {
  try {
    return readRegularText(file).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof CommandError) throw broken(file, error.message.replace(`${file} `, 'it '), { file });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw broken(file, `it cannot be read (${code})`, { file });
  }
}
