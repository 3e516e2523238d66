import { basename, dirname } from 'node:path';
import { type Executable, isTrusted } from './consent.ts';
import { isObject, type JsonObject, readDocument } from './document.ts';
import { checkKeys, isOwn, type Layer } from './layers.ts';
import type { LeftOut, Settings } from './settings.ts';

/** A file that could run programs or widen what may be done, and what it would do, in words. */
export interface Reviewed extends Executable {
  readonly runs: readonly string[];
}

/** Takes out of a project's settings what the user has not consented to. */
export async function withoutUntrusted(home: string, layers: readonly Layer[]): Promise<Settings> {
  const leftOut: LeftOut[] = [];
  const kept = await Promise.all(
    layers.map(async (layer) => {
      if (isOwn(layer.scope)) return layer;
      const reviewed = reviewDocument(layer.file, layer.document);
      if (reviewed.runs.length > 0) {
        if (await isTrusted(home, reviewed)) {
          if (!layer.foreign) checkKeys(layer.scope, layer.file, layer.document);
          return layer;
        }
        leftOut.push({ file: layer.file, what: reviewed.runs });
      }
      return { ...layer, document: harmlessPart(layer.document) };
    }),
  );
  return { layers: kept, leftOut };
}

/** Whether a path is that of a project's settings. */
export function isProjectSettings(path: string): boolean {
  return /^settings(?:\.local)?\.json$/.test(basename(path)) && /^\.(?:helve|claude)$/.test(basename(dirname(path)));
}

/** What a project's settings would run or allow; undefined where there is no such file. */
export function reviewSettings(path: string): Reviewed | undefined {
  const document = readDocument(path);
  return document && reviewDocument(path, document);
}

export function reviewDocument(path: string, document: JsonObject): Reviewed {
  const powerful = powerfulPart(basename(dirname(path)) === '.claude' ? usedPart(document) : document);
  return { path, content: JSON.stringify(powerful), runs: Object.entries(powerful).flatMap(describe) };
}

/** What settings of Claude Code can run or allow here. Its other keys have no effect in helve. */
const USED_OF_CLAUDE = [
  'permissions',
  'hooks',
  'env',
  'model',
  'apiKeyHelper',
  'enabledPlugins',
  'extraKnownMarketplaces',
];

function usedPart(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([key]) => USED_OF_CLAUDE.includes(key)));
}

/** Settings that run nothing and allow nothing, whatever their value is. */
const HARMLESS = ['language', 'effort', 'outputStyle', 'compactAt', 'retryMinutes', 'stallSeconds', 'offerTools'];

/** What only restricts, or changes nothing but how the model answers: it applies without consent. */
function harmlessPart(document: JsonObject): JsonObject {
  const { permissions, model, sandbox } = document;
  const { deny, ask, roots, mode, defaultMode } = isObject(permissions) ? permissions : {};
  return defined({
    permissions: defined({ deny, ask, roots, mode: onlyPlan(mode), defaultMode: onlyPlan(defaultMode) }),
    ...Object.fromEntries(HARMLESS.map((key) => [key, document[key]])),
    model: isPlainModel(model) ? model : undefined,
    sandbox: sandbox === 'off' ? undefined : sandbox,
  });
}

/** All else, in an order that does not depend on how it was written. */
function powerfulPart(document: JsonObject): JsonObject {
  const { permissions, model, sandbox, ...rest } = document;
  const { deny: _deny, ask: _ask, roots: _roots, ...more } = isObject(permissions) ? permissions : {};
  const { mode, defaultMode, ...others } = more;
  const allowing = defined({ ...others, mode: butPlan(mode), defaultMode: butPlan(defaultMode) });
  return sorted(
    defined({
      ...Object.fromEntries(Object.entries(rest).filter(([key]) => !HARMLESS.includes(key))),
      $schema: undefined,
      permissions: Object.keys(allowing).length > 0 ? allowing : undefined,
      model: isPlainModel(model) ? undefined : model,
      sandbox: sandbox === 'off' ? sandbox : undefined,
    }),
  );
}

/** The mode that allows nothing. */
function onlyPlan(mode: unknown): unknown {
  return mode === 'plan' ? mode : undefined;
}

function butPlan(mode: unknown): unknown {
  return mode === 'plan' ? undefined : mode;
}

/** One with a provider may be a recording, or lead elsewhere. */
function isPlainModel(model: unknown): boolean {
  return typeof model === 'string' && !model.includes('/');
}

function describe([key, value]: [string, unknown]): readonly string[] {
  const entries = isObject(value) ? Object.entries(value) : [];
  switch (key) {
    case 'permissions':
      return entries.map(([name, each]) =>
        name === 'allow' && Array.isArray(each) ? `allows ${each.join(', ')}` : `${name} ${JSON.stringify(each)}`,
      );
    case 'hooks':
      return entries.flatMap(([event, groups]) => hooksIn(groups).map((runs) => `hook ${event}: ${runs}`));
    case 'env':
      return entries.map(([name, each]) => `variable ${name}=${String(each)}`);
    case 'providers':
      return entries.map(
        ([name, each]) => `provider ${name}: ${isObject(each) ? String(each.baseUrl ?? each.type) : ''}`,
      );
    default:
      return [`${key} ${JSON.stringify(value)}`];
  }
}

function hooksIn(groups: unknown): readonly string[] {
  if (!Array.isArray(groups)) return [JSON.stringify(groups)];
  return groups.flatMap((group: unknown) => {
    const hooks = isObject(group) && Array.isArray(group.hooks) ? group.hooks : [group];
    return hooks.map(
      (hook: unknown) =>
        [isObject(hook) && hook.command, isObject(hook) && hook.url, JSON.stringify(hook)].find(isText) ?? '',
    );
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function defined(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function sorted(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, isObject(each) ? sorted(each) : each]),
  );
}
