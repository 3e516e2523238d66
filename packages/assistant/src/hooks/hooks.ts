import type { Confinement } from '@helve/command';
import { isOwn, type JsonObject } from '@helve/settings';
import type { HookEvent } from './events.ts';
import { type ConfiguredHook, describeHook, type Hook } from './hook-settings.ts';
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

/** What the matchers and conditions of hooks look at. */
export interface HookSubject {
  /** Names of the same thing, such as a tool; any may match. */
  readonly names: readonly string[];
  /** Whether a permission rule speaks of the call that the event is about. */
  readonly concerns?: (rule: string) => Promise<boolean>;
}

/** What hooks that nobody waited for have to say by now. */
export interface Late {
  readonly context: readonly string[];
  /** Words with which the model must continue. */
  readonly wake: readonly string[];
}

/** Runs the hooks of the settings. */
export class Hooks {
  readonly #options: HooksOptions;
  readonly #background = new Set<Promise<void>>();
  readonly #end = new AbortController();
  #late: Late = { context: [], wake: [] };

  constructor(options: HooksOptions) {
    this.#options = options;
  }

  has(event: HookEvent): boolean {
    return this.#options.hooks.some((hook) => hook.event === event);
  }

  /** What hooks that nobody waited for had to say since this was last asked. */
  takeLate(): Late {
    const late = this.#late;
    this.#late = { context: [], wake: [] };
    return late;
  }

  /** Waits for hooks that nobody waited for, and then ends them. */
  async close(patience: AbortSignal): Promise<void> {
    const stop = () => this.#end.abort();
    patience.addEventListener('abort', stop, { once: true });
    await Promise.all(this.#background);
    patience.removeEventListener('abort', stop);
  }

  /**
   * Runs all hooks of an event side by side. Where one rewrites the input of a call, the others are asked again about what
   * it made of it.
   */
  async fire(
    event: HookEvent,
    subject: HookSubject | undefined,
    payload: JsonObject,
    signal: AbortSignal,
  ): Promise<Fired> {
    const matching = await this.#matching(event, subject);
    if (matching.length === 0) return { context: [] };
    const hooks = matching.filter(({ hook }) => !isAsync(hook));
    const confined = matching.some(({ scope }) => !isOwn(scope)) ? await this.#options.confinement() : undefined;
    for (const each of matching) if (isAsync(each.hook)) this.#start(event, each, payload, confined);
    const run = (some: readonly ConfiguredHook[], about: JsonObject) =>
      Promise.all(some.map((each) => this.#run(event, each, about, confined, signal)));
    const first = await run(hooks, payload);
    const input = first.findLast((outcome) => outcome.input)?.input;
    if (!input || first.some(({ block }) => block !== undefined)) return together(first);
    const others = hooks.filter((_, index) => !first[index]?.input);
    const second = await run(others, { ...payload, tool_input: input });
    const rewriting = first.filter((outcome) => outcome.input);
    return { ...together([...rewriting, ...second]), input };
  }

  /** Starts a hook that nobody waits for. It decides nothing. */
  #start(event: HookEvent, hook: ConfiguredHook, payload: JsonObject, confined: Confinement | undefined): void {
    const running = this.#hear(hook, this.#run(event, hook, payload, confined, this.#end.signal));
    this.#background.add(running);
    void running.finally(() => this.#background.delete(running));
  }

  async #hear({ hook }: ConfiguredHook, ending: Promise<HookOutcome>): Promise<void> {
    const { context, block } = await ending;
    const wakes = hook.type === 'command' && hook.asyncRewake === true && block !== undefined;
    this.#late = {
      context: context === undefined ? this.#late.context : [...this.#late.context, context],
      wake: wakes ? [...this.#late.wake, block] : this.#late.wake,
    };
  }

  async #run(
    event: HookEvent,
    { hook, env = {}, scope, folder }: ConfiguredHook,
    payload: JsonObject,
    confined: Confinement | undefined,
    signal: AbortSignal,
  ): Promise<HookOutcome> {
    const { place, notify } = this.#options;
    const given = { ...payload, hook_event_name: event, cwd: place.cwd };
    const own = {
      ...place,
      env: { ...place.env, ...env },
      // The user answers for their own hooks.
      confinement: isOwn(scope) ? undefined : showing(confined, folder),
    };
    const end = await runHook(hook, secondsOf(event, hook), given, own, signal);
    const outcome = endingTurn(event, hook, outcomeOf(event, describeHook(hook), end));
    if (outcome.notice !== undefined && !signal.aborted) notify(`${event}: ${outcome.notice}`);
    return outcome;
  }

  /** Those that an event is for; the same one written twice runs once. */
  async #matching(event: HookEvent, subject: HookSubject | undefined): Promise<readonly ConfiguredHook[]> {
    const fitting = this.#options.hooks.filter(
      ({ event: when, matches }) =>
        when === event && (!subject || !matches || subject.names.some((name) => matches.test(name))),
    );
    const once = [...new Map(fitting.map((hook) => [JSON.stringify([hook.hook, hook.env]), hook])).values()];
    const concerned = await Promise.all(
      once.map(async ({ hook }) => hook.if === undefined || (await subject?.concerns?.(hook.if)) === true),
    );
    return once.filter((_, index) => concerned[index]);
  }
}

function isAsync(hook: Hook): boolean {
  return hook.type === 'command' && (hook.async === true || hook.asyncRewake === true);
}

/** How long a hook may take where it does not say so. */
function secondsOf(event: HookEvent, { type, timeout }: Hook): number {
  return timeout ?? (type === 'prompt' || event === 'UserPromptSubmit' ? 30 : 600);
}

const AFTER_CALLS: readonly HookEvent[] = ['PostToolUse', 'PostToolUseFailure', 'PostToolBatch'];

/** A model that objects to what was done ends the turn, unless the hook says that the turn continues. */
function endingTurn(event: HookEvent, hook: Hook, outcome: HookOutcome): HookOutcome {
  if (hook.type !== 'prompt' || hook.continueOnBlock || outcome.block === undefined) return outcome;
  return AFTER_CALLS.includes(event) ? { ...outcome, stop: outcome.block } : outcome;
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
