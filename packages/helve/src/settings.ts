import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, MODES, type Mode, parseRule, type Rule } from '@helve/registry';

/** What the user's settings say about permissions. */
export interface PermissionSettings {
  readonly mode?: Mode;
  readonly rules: readonly Rule[];
  /** The only folders that may be touched, as written. */
  readonly roots?: readonly string[];
  /** The file, as it is shown. */
  readonly source: string;
}

/** Reads `permissions` of settings.json in the state folder. A broken file is an error, never an absent one. */
export function readSettings(home: string): PermissionSettings {
  const source = join(home, 'settings.json');
  const text = readText(source);
  if (text === undefined) return { rules: [], source };
  const settings = asObject(parseJson(text, source), 'the settings', source);
  const permissions = asObject(settings.permissions ?? {}, 'permissions', source);
  const known = ['mode', 'allow', 'ask', 'deny', 'roots'];
  const unknown = Object.keys(permissions).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw broken(source, `permissions has no ${JSON.stringify(unknown)}`, `It takes ${known.join(', ')}.`);
  const { mode, roots } = permissions;
  return {
    source,
    ...(mode === undefined ? {} : { mode: asMode(mode, source) }),
    ...(roots === undefined ? {} : { roots: asTexts(roots, 'permissions.roots', source) }),
    rules: (['deny', 'ask', 'allow'] as const).flatMap((verdict) =>
      asTexts(permissions[verdict] ?? [], `permissions.${verdict}`, source).map((rule) =>
        parseRule(verdict, rule, source),
      ),
    ),
  };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw broken(file, `it cannot be read (${code})`);
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const line = text.slice(0, errorPosition(text)).split('\n').length;
    throw broken(`${file}:${line}`, (error as Error).message);
  }
}

/** Where JSON goes wrong, which Node 20 does not always say: after the longest beginning that just ends too early. */
function errorPosition(text: string): number {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2);
    if (mayGoOn(text.slice(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return /end of JSON|Unterminated|No number/.test((error as Error).message);
  }
}

function asObject(value: unknown, name: string, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw broken(file, `${name} must be an object`);
}

function asTexts(value: unknown, name: string, file: string): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw broken(file, `${name} must be a list of texts`);
}

function asMode(value: unknown, file: string): Mode {
  const mode = MODES.find((known) => known === value);
  if (mode) return mode;
  throw broken(file, `permissions.mode cannot be ${JSON.stringify(value)}`, `One of: ${MODES.join(', ')}.`);
}

function broken(where: string, what: string, hint?: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `${where}: ${what}`, {
    hint: hint ?? 'Mend the file, or move it away to run with the defaults.',
  });
}
