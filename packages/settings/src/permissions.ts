import { dirname } from 'node:path';
import { type Mode, MODES, parseRule, type Rule } from '@helve/policy';
import { brokenAt, isObject, type JsonObject } from './document.ts';
import { isOwn, type Layer } from './layers.ts';
import { unknownKey } from './unknown-key.ts';

/** What settings say about permissions. */
export interface PermissionSettings {
  readonly mode?: { readonly mode: Mode; readonly source: string };
  /** The most permissive mode that the administrator of the machine lets a model work in. */
  readonly mostMode?: { readonly mode: Mode; readonly source: string };
  /** Of all files: lists add up, so no file takes away what another forbids. */
  readonly rules: readonly Rule[];
  /** Those of our own files, of which each should mean something here. */
  readonly ownRules: readonly Rule[];
  /** The only folders that may be touched, one list for each file that has one: all of them hold. */
  readonly roots: readonly Roots[];
  /** More folders that the user works in. */
  readonly folders: readonly Roots[];
}

export interface Roots {
  /** As written; those of a project start at its folder. */
  readonly folders: readonly string[];
  readonly source: string;
  readonly from?: string;
}

const KEYS = ['mode', 'allow', 'ask', 'deny', 'roots', 'additionalDirectories'];

/**
 * Reads `permissions` of all files. Relative paths of a project's file start at its folder. Those of the user's files start
 * at the project, so that they mean the same wherever in it helve is called.
 */
export function permissionsOf(layers: readonly Layer[], project?: string): PermissionSettings {
  const read = layers.map((layer) => readPermissions(layer, project));
  const mode = read.findLast((each) => each.mode)?.mode;
  const mostMode = read.findLast((each, index) => each.mode && layers[index]?.scope === 'managed')?.mode;
  return {
    ...(mode ? { mode } : {}),
    ...(mostMode ? { mostMode } : {}),
    rules: read.flatMap(({ rules }) => rules),
    ownRules: read.flatMap(({ ownRules }) => ownRules),
    roots: read.flatMap(({ roots }) => roots),
    folders: read.flatMap(({ folders }) => folders),
  };
}

function readPermissions({ scope, file, foreign, document }: Layer, project: string | undefined): PermissionSettings {
  const permissions = document.permissions ?? {};
  // The folder that holds `.helve`, from wherever below it the caller stands.
  const from = isOwn(scope) ? {} : { from: dirname(dirname(file)) };
  if (!isObject(permissions)) throw brokenAt(file, ['permissions'], 'permissions must be an object');
  const unknown = foreign ? undefined : Object.keys(permissions).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw unknownKey(file, ['permissions'], unknown, KEYS);
  const rules = (['deny', 'ask', 'allow'] as const).flatMap((verdict) =>
    textsOf(permissions, verdict, file).flatMap((text) => {
      const root = from.from ?? project;
      const rule: Rule = { ...parseRule(verdict, text, file), ...(root === undefined ? {} : { root }) };
      return foreign ? foreignRules(rule, from.from ?? dirname(file)) : [rule];
    }),
  );
  const mode = foreign ? foreignMode(permissions.defaultMode) : ownMode(permissions.mode, file);
  const more = textsOf(permissions, 'additionalDirectories', file);
  const roots = foreign || permissions.roots === undefined ? [] : [textsOf(permissions, 'roots', file)];
  return {
    ...(mode ? { mode: { mode, source: file } } : {}),
    rules,
    ownRules: foreign ? [] : rules,
    roots: roots.map((folders) => ({ folders, source: file, ...from })),
    folders: more.length === 0 ? [] : [{ folders: more, source: file, ...from }],
  };
}

/**
 * Claude Code starts `/path` at the settings and writes absolute paths as `//path`. A restriction is taken in both ways:
 * whoever wrote `/etc/x` may have meant that file.
 */
function foreignRules(rule: Rule, settings: string): readonly Rule[] {
  const { pattern = '', subject, verdict } = rule;
  if (subject.kind !== 'access' || !/^\/(?!\/)/.test(pattern)) return [rule];
  const own = { ...rule, root: settings, pattern: `.${pattern}` };
  return verdict === 'allow' ? [own] : [own, rule];
}

function textsOf(permissions: JsonObject, key: string, file: string): readonly string[] {
  const value = permissions[key] ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw brokenAt(file, ['permissions', key], `permissions.${key} must be a list of texts`);
}

function ownMode(value: unknown, file: string): Mode | undefined {
  const mode = MODES.find((known) => known === value);
  if (mode || value === undefined) return mode;
  const says = `permissions.mode cannot be ${JSON.stringify(value)}`;
  throw brokenAt(file, ['permissions', 'mode'], says, `One of: ${MODES.join(', ')}.`);
}

/** Modes that only the other program has are its own affair. */
function foreignMode(value: unknown): Mode | undefined {
  return MODES.find((known) => known === value);
}
