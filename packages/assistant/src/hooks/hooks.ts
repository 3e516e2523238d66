import type { Confinement } from '@helve/command';
import { isOwn, type JsonObject } from '@helve/settings';
import type { ConfiguredHook, HookEvent } from './hook-settings.ts';
import { type HookOutcome, outcomeOf } from './outcome.ts';
import { type HookPlace, runHook } from './run-hook.ts';

export interface HooksOptions {
  readonly hooks: readonly ConfiguredHook[];
  readonly place: Omit<HookPlace, 'confinement'>;
  /** What the programs of a project's hooks are confined to; absent: nothing. */
  readonly confinement: () => Promise<Confinement | undefined>;
  /** Tells the user that a hook failed, or what it has to say to them. */
  readonly notify: (notice: string) => void;
}

/** What hooks together want. */
export interface Fired {
  /** Somebody refuses, and why. */
  readonly block?: string;
  /** Somebody wants the turn to end, and why. */
  readonly stop?: string;
  readonly permission?: 'allow' | 'ask';
  readonly input?: JsonObject;
  /** Words for the model. */
  readonly context: readonly string[];
}

/** Runs the hooks of the settings. */
export class Hooks {
  readonly #options: HooksOptions;

  constructor(options: HooksOptions) {
    this.#options = options;
  }

  has(event: HookEvent): boolean {
    return this.#options.hooks.some((hook) => hook.event === event);
  }

  /**
   * Runs all hooks of an event side by side. `subject` is what their matchers look at, such as the name of a tool. Where
   * one rewrites the input of a call, the others are asked again about what it made of it.
   */
  async fire(event: HookEvent, subject: string | undefined, payload: JsonObject, signal: AbortSignal): Promise<Fired> {
    const hooks = this.#matching(event, subject);
    if (hooks.length === 0) return { context: [] };
    const first = await this.#run(event, hooks, payload, signal);
    const input = first.findLast((outcome) => outcome.input)?.input;
    if (!input || first.some(({ block }) => block !== undefined)) return together(first);
    const others = hooks.filter((_, index) => !first[index]?.input);
    const second = await this.#run(event, others, { ...payload, tool_input: input }, signal);
    const rewriting = first.filter((outcome) => outcome.input);
    return { ...together([...rewriting, ...second]), input };
  }

  async #run(
    event: HookEvent,
    hooks: readonly ConfiguredHook[],
    payload: JsonObject,
    signal: AbortSignal,
  ): Promise<readonly HookOutcome[]> {
    const { place, notify, confinement } = this.#options;
    const confined = hooks.some(({ scope }) => !isOwn(scope)) ? await confinement() : undefined;
    const given = { ...payload, hook_event_name: event, cwd: place.cwd };
    return Promise.all(
      hooks.map(async ({ hook, env = {}, scope, folder }) => {
        const name = hook.type === 'command' ? hook.command : hook.url;
        const own = {
          ...place,
          env: { ...place.env, ...env },
          // The user answers for their own hooks.
          confinement: isOwn(scope) ? undefined : showing(confined, folder),
        };
        const outcome = outcomeOf(event, name, await runHook(hook, given, own, signal));
        if (outcome.notice !== undefined && !signal.aborted) notify(`${event}: ${outcome.notice}`);
        return outcome;
      }),
    );
  }

  /** Those that an event is for; the same one written twice runs once. */
  #matching(event: HookEvent, subject: string | undefined): readonly ConfiguredHook[] {
    const fitting = this.#options.hooks.filter(
      (hook) => hook.event === event && (subject === undefined || !hook.matches || hook.matches.test(subject)),
    );
    return [...new Map(fitting.map((hook) => [JSON.stringify([hook.hook, hook.env]), hook])).values()];
  }
}

/** Plugins are in the home of helve, which programs do not see. */
function showing(confinement: Confinement | undefined, folder: string | undefined): Confinement | undefined {
  if (!confinement || folder === undefined) return confinement;
  return { ...confinement, shown: [...confinement.shown, folder] };
}

/** A refusal outweighs a question, and that a permission. */
function together(outcomes: readonly HookOutcome[]): Fired {
  const blocks = outcomes.flatMap(({ block }) => block ?? []);
  const stops = outcomes.flatMap(({ stop }) => stop ?? []);
  const asked = (wanted: 'allow' | 'ask') => outcomes.some(({ permission }) => permission === wanted);
  const permission = asked('ask') ? 'ask' : asked('allow') ? 'allow' : undefined;
  return {
    ...(blocks.length > 0 ? { block: blocks.join('; ') } : {}),
    ...(stops.length > 0 ? { stop: stops.join('; ') } : {}),
    ...(permission ? { permission } : {}),
    context: outcomes.flatMap(({ context }) => context ?? []),
  };
}
