import { brokenAt, isObject, type Layer, type LayerScope, unknownKey } from '@helve/settings';
import * as v from 'valibot';
import { settingsIssue } from '../settings/issue.ts';
import { ABSENT_EVENTS, ASKED_EVENTS, CALL_EVENTS, HOOK_EVENTS, type HookEvent } from './events.ts';

const Timeout = v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(3600)));

const COMMON = {
  /** A permission rule such as `Bash(git *)`: the hook runs only for calls that it speaks of. */
  if: v.optional(v.string()),
  timeout: Timeout,
  /** For screens of other programs. */
  statusMessage: v.optional(v.string()),
};

const CommandHook = v.strictObject({
  type: v.literal('command'),
  command: v.string(),
  /** With these the command is a program that is started without a shell. */
  args: v.optional(v.array(v.string())),
  /** Nobody waits for it: it decides nothing, and what it has to say reaches the model later. */
  async: v.optional(v.boolean()),
  /** The same, and exit code 2 makes the model continue. */
  asyncRewake: v.optional(v.boolean()),
  shell: v.optional(v.literal('bash')),
  ...COMMON,
});

const HttpHook = v.strictObject({
  type: v.literal('http'),
  url: v.pipe(v.string(), v.url('must be an address such as https://example.com/hook')),
  /** `$NAME` in a value stands for that variable. */
  headers: v.optional(v.record(v.string(), v.string()), {}),
  /** The only variables that headers may name; absent: all. */
  allowedEnvVars: v.optional(v.array(v.string())),
  ...COMMON,
});

const PromptHook = v.strictObject({
  type: v.literal('prompt'),
  /** What a model is asked; `$ARGUMENTS` stands for what the hook is about, as JSON. */
  prompt: v.string(),
  /** Absent: the model of the conversation. */
  model: v.optional(v.string()),
  /** An objection after a call is told to the model, and does not end the turn. */
  continueOnBlock: v.optional(v.boolean()),
  ...COMMON,
});

const Group = v.strictObject({
  matcher: v.optional(v.string(), ''),
  hooks: v.array(v.variant('type', [CommandHook, HttpHook, PromptHook])),
});

export type CommandHook = v.InferOutput<typeof CommandHook>;
export type HttpHook = v.InferOutput<typeof HttpHook>;
export type PromptHook = v.InferOutput<typeof PromptHook>;
export type Hook = CommandHook | HttpHook | PromptHook;

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

/** Tells the user of a hook that never runs. */
type Report = (notice: string) => void;

/**
 * The hooks of all files: each adds its own, and none takes away another's. A hook that never runs is reported: whoever
 * wrote it may take it for a guard.
 */
export function readHooks(layers: readonly Layer[], report: Report = () => {}): readonly ConfiguredHook[] {
  return layers.flatMap((layer) => {
    const { file, document, foreign } = layer;
    const { hooks = {} } = document;
    if (!isObject(hooks)) throw brokenAt(file, ['hooks'], 'hooks must be an object with a list for each event name');
    return Object.entries(hooks).flatMap(([name, groups]) => {
      const event = HOOK_EVENTS.find((known) => known === name);
      if (event) return readEvent(event, groups, layer, report);
      const why = Object.hasOwn(ABSENT_EVENTS, name) ? ABSENT_EVENTS[name] : undefined;
      if (why === undefined && !foreign) throw unknownKey(file, ['hooks'], name, HOOK_EVENTS);
      report(`${file}: the hooks for ${name} never run: ${why ?? 'there is no such event'}`);
      return [];
    });
  });
}

function readEvent(event: HookEvent, written: unknown, layer: Layer, report: Report): readonly ConfiguredHook[] {
  const { file, scope, foreign } = layer;
  const path = ['hooks', event];
  const never = (what: string) => report(`${file}: a hook for ${event} never runs: ${what}`);
  if (!Array.isArray(written)) throw brokenAt(file, path, `${path.join('.')} must be a list`);
  return written.flatMap((given: unknown, place) => {
    const group = foreign ? known(given, never) : given;
    const read = v.safeParse(Group, group);
    if (!read.success) throw settingsIssue(read.issues[0], Group, file, [...path, String(place)]);
    const { matcher, hooks } = read.output;
    const matches = compile(matcher, file, [...path, String(place), 'matcher']);
    return hooks.flatMap((hook) => {
      if (hook.if !== undefined && !CALL_EVENTS.has(event)) {
        never('"if" needs a call of a tool, and this event has none');
        return [];
      }
      if (hook.type === 'prompt' && !ASKED_EVENTS.has(event)) {
        never('no model can be asked at this event');
        return [];
      }
      return { event, hook, scope, file, ...(matches ? { matches } : {}) };
    });
  });
}

const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  command: Object.keys(CommandHook.entries),
  http: Object.keys(HttpHook.entries),
  prompt: Object.keys(PromptHook.entries),
};

const MOST_SECONDS = 3600;

/** Of another program's group, what we know too. */
function known(group: unknown, never: (what: string) => void): unknown {
  if (!isObject(group) || !Array.isArray(group.hooks)) return group;
  const hooks = group.hooks.flatMap((hook: unknown) => {
    if (!isObject(hook)) return [hook];
    const keys = Object.hasOwn(KNOWN_KEYS, String(hook.type)) ? KNOWN_KEYS[String(hook.type)] : undefined;
    if (!keys || hook.shell === 'powershell') {
      never(keys ? 'helve does not run PowerShell hooks' : `helve has no hooks of the type ${String(hook.type)}`);
      return [];
    }
    const shared = Object.fromEntries(Object.entries(hook).filter(([key]) => keys.includes(key)));
    return [
      {
        ...shared,
        // Without a list the other program replaces no variables.
        ...(hook.type === 'http' ? { allowedEnvVars: hook.allowedEnvVars ?? [] } : {}),
        ...(typeof hook.timeout === 'number' ? { timeout: Math.min(hook.timeout, MOST_SECONDS) } : {}),
      },
    ];
  });
  return { ...(group.matcher === undefined ? {} : { matcher: group.matcher }), hooks };
}

/** Plain names, one or several, are compared as a whole; everything else is a pattern that may match anywhere. */
function compile(matcher: string, file: string, path: readonly string[]): RegExp | undefined {
  if (matcher === '' || matcher === '*') return undefined;
  if (/^[\w\-, |]+$/.test(matcher)) {
    const names = matcher.split(/[|,]/).map((name) => name.trim());
    return new RegExp(`^(?:${names.filter((name) => name !== '').join('|')})$`);
  }
  try {
    return new RegExp(matcher);
  } catch (error) {
    throw brokenAt(
      file,
      path,
      `${matcher} is not a valid pattern: ${(error as Error).message}`,
      'For example: Edit|Write',
    );
  }
}

/** A hook in one line, for people. */
export function describeHook(hook: Hook): string {
  switch (hook.type) {
    case 'command':
      return [hook.command, ...(hook.args ?? [])].join(' ');
    case 'http':
      return hook.url;
    case 'prompt':
      return `asks a model: ${hook.prompt.slice(0, 100)}`;
  }
}
