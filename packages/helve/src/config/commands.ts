import { call, CommandError, didYouMean, type Run, worded } from '@helve/command';
import {
  changeSettings,
  isObject,
  type JsonObject,
  type Layer,
  readSettings,
  type Scope,
  settingsFile,
} from '@helve/settings';
import { parseKey, showKey, valueAt, withoutSecrets, withValue } from './keys.ts';

interface Row {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly file: string;
}

/** Every single value that holds: of several files the strongest, but of lists all. */
function rowsOf(layers: readonly Layer[]): readonly Row[] {
  const rows = layers.flatMap(({ file, document }) => leaves(document).map((leaf) => ({ ...leaf, file })));
  const name = ({ path }: Pick<Row, 'path'>) => showKey(path);
  return rows.filter(
    (row, index) => Array.isArray(row.value) || !rows.slice(index + 1).some((later) => name(later) === name(row)),
  );
}

function leaves(document: JsonObject, within: readonly string[] = []): readonly Omit<Row, 'file'>[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const path = [...within, key];
    return isObject(value) ? leaves(value, path) : [{ path, value }];
  });
}

export const list: Run<
  { readonly showOrigin: boolean },
  {
    settings: { key: string; value: unknown; origin?: string }[];
    leftOut: { file: string; what: string[] }[];
  }
> = async ({ showOrigin }, context) => {
  const { layers, leftOut } = await readSettings(context.place);
  return {
    settings: rowsOf(layers).map(({ path, value, file }) => ({
      key: showKey(path),
      value: withoutSecrets(value, path.at(-1)),
      ...(showOrigin ? { origin: file } : {}),
    })),
    leftOut: leftOut.map(({ file, what }) => ({ file, what: [...what] })),
  };
};

export const get: Run<
  { readonly key: string; readonly showOrigin: boolean },
  { key: string; value: unknown; origins?: string[] }
> = async ({ key, showOrigin }, context) => {
  const path = parseKey(key);
  const { layers } = await readSettings(context.place);
  const rows = rowsOf(layers);
  const within = rows.filter((row) => path.every((part, index) => row.path[index] === part));
  if (within.length === 0) {
    const known = [...new Set(rows.flatMap((row) => row.path.map((_, end) => showKey(row.path.slice(0, end + 1)))))];
    throw new CommandError('NOT_FOUND', `No settings say ${key}`, {
      hint: didYouMean(key, known, worded`See what there is: ${call('config list')}`),
    });
  }
  let value: unknown;
  for (const row of within) value = merged(value, row.path.slice(path.length), row.value);
  return {
    key: showKey(path),
    value: withoutSecrets(value, path.at(-1)),
    ...(showOrigin ? { origins: [...new Set(within.map(({ file }) => file))] } : {}),
  };
};

/** Adds a value to what was merged so far: lists one after the other. */
function merged(into: unknown, path: readonly string[], value: unknown): unknown {
  const before = valueAt(isObject(into) ? into : {}, path);
  const earlier: unknown = path.length === 0 ? into : before;
  const now =
    Array.isArray(earlier) && Array.isArray(value) ? [...(earlier as unknown[]), ...(value as unknown[])] : value;
  return path.length === 0 ? now : withValue(isObject(into) ? into : {}, path, now);
}

export const set: Run<
  { readonly key: string; readonly value: string; readonly scope: Scope },
  { key: string; value: unknown; file: string }
> = async ({ key, value: written, scope }, context) => {
  const path = parseKey(key);
  const value = parseValue(written);
  const { file, trusted } = await change(scope, context, (document) => withValue(document, path, value));
  if (!trusted)
    context.warn(worded`${file} contains more that is not trusted, so this may not apply yet: ${call('trust list')}`);
  return { key: showKey(path), value: withoutSecrets(value, path.at(-1)), file };
};

export const unset: Run<
  { readonly key: string; readonly scope: Scope },
  { key: string; file: string; removed: boolean }
> = async ({ key, scope }, context) => {
  const path = parseKey(key);
  const file = settingsFile(scope, context.place);
  let removed = false;
  await change(scope, context, (document) => {
    removed = valueAt(document, path) !== undefined;
    return withValue(document, path, undefined);
  });
  return { key: showKey(path), file, removed };
};

async function change(
  scope: Scope,
  context: Parameters<typeof list>[1],
  edit: (document: JsonObject) => JsonObject,
): ReturnType<typeof changeSettings> {
  const file = settingsFile(scope, context.place);
  if (!context.permits(file, 'write')) {
    throw new CommandError('PERMISSION_DENIED', `${file} may not be changed`, {
      hint: 'The permissions in the settings say so.',
      retry: 'never',
    });
  }
  const { settingsCheck } = await import('./check.ts');
  return changeSettings(scope, { ...context.place, now: context.now }, edit, await settingsCheck());
}

function parseValue(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
