import { brokenAt, isObject, type JsonObject, type Layer, type LayerScope, unknownKey } from '@helve/settings';
import * as v from 'valibot';
import { settingsIssue } from '../settings/issue.ts';

/** When hooks run. Names and shapes are those that other assistants use, so that hooks written for them work. */
export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
  'PermissionRequest',
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

const Timeout = v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(3600)), 60);

const CommandHook = v.strictObject({ type: v.literal('command'), command: v.string(), timeout: Timeout });

const HttpHook = v.strictObject({
  type: v.literal('http'),
  url: v.pipe(v.string(), v.url('must be an address such as https://example.com/hook')),
  /** `$NAME` in a value stands for that variable. */
  headers: v.optional(v.record(v.string(), v.string()), {}),
  timeout: Timeout,
});

const Group = v.strictObject({
  matcher: v.optional(v.string(), ''),
  hooks: v.array(v.variant('type', [CommandHook, HttpHook])),
});

export type Hook = v.InferOutput<typeof CommandHook> | v.InferOutput<typeof HttpHook>;

/** A hook, when it runs, and where it was written. */
export interface ConfiguredHook {
  readonly event: HookEvent;
  /** What it is for, such as the name of a tool; absent: everything. */
  readonly matches?: RegExp;
  readonly hook: Hook;
  readonly scope: LayerScope;
  readonly file: string;
  /** Variables that it gets besides. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the plugin that brings it. */
  readonly folder?: string;
}

/** The hooks of all files: each adds its own, and none takes away another's. */
export function readHooks(layers: readonly Layer[]): readonly ConfiguredHook[] {
  return layers.flatMap((layer) => {
    const { file, document, foreign } = layer;
    const { hooks = {} } = document;
    if (!isObject(hooks)) throw brokenAt(file, ['hooks'], 'hooks must be an object with a list for each event name');
    return Object.entries(hooks).flatMap(([name, groups]) => {
      const event = HOOK_EVENTS.find((known) => known === name);
      if (event) return readEvent(event, groups, layer);
      // The other program has more events.
      if (foreign) return [];
      throw unknownKey(file, ['hooks'], name, HOOK_EVENTS);
    });
  });
}

function readEvent(event: HookEvent, written: unknown, { file, scope, foreign }: Layer): readonly ConfiguredHook[] {
  const path = ['hooks', event];
  if (!Array.isArray(written)) throw brokenAt(file, path, `${path.join('.')} must be a list`);
  return written.flatMap((given: unknown, place) => {
    const group = foreign ? known(given) : given;
    const read = v.safeParse(Group, group);
    if (!read.success) throw settingsIssue(read.issues[0], Group, file, [...path, String(place)]);
    const { matcher, hooks } = read.output;
    const matches = compile(matcher, file, [...path, String(place), 'matcher']);
    return hooks.map((hook) => ({ event, hook, scope, file, ...(matches ? { matches } : {}) }));
  });
}

/** Of another program's group, what we know too. */
function known(group: unknown): unknown {
  if (!isObject(group) || !Array.isArray(group.hooks)) return group;
  const hooks = group.hooks.filter(
    (hook): hook is JsonObject => isObject(hook) && (hook.type === 'command' || hook.type === 'http'),
  );
  return {
    ...(group.matcher === undefined ? {} : { matcher: group.matcher }),
    hooks: hooks.map((hook) =>
      Object.fromEntries(
        Object.entries(hook).filter(([key]) => ['type', 'command', 'url', 'headers', 'timeout'].includes(key)),
      ),
    ),
  };
}

function compile(matcher: string, file: string, path: readonly string[]): RegExp | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  try {
    return new RegExp(`^(?:${matcher})$`);
  } catch (error) {
    throw brokenAt(
      file,
      path,
      `${matcher} is not a valid pattern: ${(error as Error).message}`,
      'For example: Edit|Write',
    );
  }
}
