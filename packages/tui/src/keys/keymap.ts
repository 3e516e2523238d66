import { didYouMean } from '@helve/command';
import { type Action, ACTION_NAMES, ACTIONS, isAction, type KeyContext } from './actions.ts';
import { characterKey } from './character-key.ts';
import { describeKey, parseKey } from './key-name.ts';
import { isPress, type Key, type Press, press } from './key.ts';

/** One or two keys, as `describeKey` writes them, and what they do. */
interface Binding {
  readonly keys: readonly string[];
  readonly action: Action;
}

export interface Keymap {
  readonly bindings: readonly Binding[];
}

/** A user's binding that cannot hold, and why. */
export interface BindingProblem {
  readonly keys: string;
  readonly problem: string;
  /** All that the keys could be bound to, where what they are bound to is not there. */
  readonly actions?: readonly string[];
}

/** What a key means: an action, or the first of two keys, of which `begun` is then told with the next. */
export type Meaning = { readonly action: Action } | { readonly begun: string };

const NOTHING = 'none';
// A key without these types itself, or is needed to get anywhere at all.
const ALWAYS_BINDABLE =
  /^(?:f\d+|tab|escape|insert|delete|backspace|enter|home|end|pageup|pagedown|up|down|left|right)$/;

export const DEFAULT_KEYMAP: Keymap = {
  bindings: ACTION_NAMES.flatMap((action) =>
    ACTIONS[action].keys.map((written) => ({ keys: written.split(' '), action })),
  ),
};

/**
 * The default keys with a user's own: `{ "ctrl+x ctrl+e": "externalEditor", "ctrl+t": "none" }`. A key that is bound
 * anew loses what it did before, where the new action applies. What is wrong is left out and told.
 */
export function createKeymap(own: Readonly<Record<string, unknown>>): {
  readonly keymap: Keymap;
  readonly problems: readonly BindingProblem[];
} {
  const problems: BindingProblem[] = [];
  const added: Binding[] = [];
  let bindings = DEFAULT_KEYMAP.bindings;
  for (const [written, name] of Object.entries(own)) {
    const keys = parseKeys(written);
    const action = parseAction(name);
    const problem =
      ('problem' in keys && keys.problem) ||
      (typeof action === 'object' && action.problem) ||
      ('names' in keys && clash(keys.names, action, added));
    if (problem) {
      const isUnknown = typeof action === 'object' && action.isUnknown === true;
      problems.push({ keys: written, problem, ...(isUnknown && { actions: [...ACTION_NAMES, NOTHING] }) });
    } else if ('names' in keys && typeof action === 'string') {
      const contexts = action === NOTHING ? undefined : ACTIONS[action].contexts;
      bindings = bindings.filter((binding) => !overlaps(binding, keys.names, contexts));
      if (action !== NOTHING) added.push({ keys: keys.names, action });
    }
  }
  return { keymap: { bindings: [...added, ...bindings] }, problems };
}

/** What a key means in a context. Where proposals are open, it may also mean what it means while typing. */
export function meaningOf(keymap: Keymap, context: KeyContext, key: Key, begun?: string): Meaning | undefined {
  const name = nameOf(key, begun !== undefined);
  if (name === undefined) return undefined;
  for (const place of context === 'popup' ? (['popup', 'input'] as const) : [context]) {
    const here = keymap.bindings.filter(({ action }) => ACTIONS[action].contexts.includes(place));
    const matching = here.find(({ keys: [first, second] }) =>
      begun === undefined ? first === name : first === begun && second === name,
    );
    if (matching)
      return begun === undefined && matching.keys.length > 1 ? { begun: name } : { action: matching.action };
  }
  return undefined;
}

/** The keys that an action has, as people write them. */
export function keysOf(keymap: Keymap, action: Action): readonly string[] {
  return keymap.bindings.filter((binding) => binding.action === action).map(({ keys }) => keys.join(' '));
}

/** What types itself has a meaning only as the second of two keys. */
function nameOf(key: Key, isSecond: boolean): string | undefined {
  if (isPress(key)) return describeKey(key);
  if (key.name !== 'text' || !isSecond) return undefined;
  const second = characterKey(key.text.codePointAt(0) ?? 0, {});
  return second && describeKey(second);
}

function parseKeys(written: string): { readonly names: readonly string[] } | { readonly problem: string } {
  const keys = written.trim().split(/\s+/).map(parseKey);
  if (keys.length > 2) return { problem: 'at most two keys can follow each other' };
  const wrong = keys.find((key) => 'problem' in key);
  if (wrong) return wrong;
  const presses = keys.filter((key): key is Press => !('problem' in key));
  const [first] = presses;
  if (first && !first.ctrl && !first.alt && !ALWAYS_BINDABLE.test(first.name)) {
    return { problem: `${first.name} types itself; bind it with ctrl or alt` };
  }
  return { names: presses.map(describeKey) };
}

function parseAction(name: unknown): Action | typeof NOTHING | { readonly problem: string; readonly isUnknown?: true } {
  if (typeof name !== 'string') return { problem: 'the value must be the name of an action' };
  if (name === NOTHING || isAction(name)) return name;
  const hint = didYouMean(name, [...ACTION_NAMES, NOTHING], '', { ask: '; did you mean ' });
  return { problem: `there is no action ${JSON.stringify(name)}${hint}`, isUnknown: true };
}

/** A key cannot both do something and begin a pair. */
function clash(keys: readonly string[], action: unknown, added: readonly Binding[]): string | undefined {
  if (typeof action !== 'string' || !isAction(action)) return undefined;
  const other = added.find((binding) => overlaps(binding, keys, ACTIONS[action].contexts));
  return other && `it cannot be told from ${other.keys.join(' ')}, which you bound to ${other.action}`;
}

function overlaps(binding: Binding, keys: readonly string[], contexts: readonly KeyContext[] | undefined): boolean {
  const shorter = Math.min(binding.keys.length, keys.length);
  const isSame = binding.keys.slice(0, shorter).join(' ') === keys.slice(0, shorter).join(' ');
  return isSame && (!contexts || ACTIONS[binding.action].contexts.some((context) => contexts.includes(context)));
}

/** What a key means while something is asked. */
export interface MeantInQuestion {
  /** The key that the question hears: its own for what the user has bound this one to. */
  readonly heard: Key;
  /** What is done where the question has no use for it. */
  readonly action?: Action | undefined;
  /** The action is done whatever is asked, and the question hears of nothing. */
  readonly isForAll: boolean;
}

export function meantInQuestion(keymap: Keymap, key: Key): MeantInQuestion {
  const meaning = meaningOf(keymap, 'prompt', key);
  const action = meaning && 'action' in meaning ? meaning.action : undefined;
  const own = action && OWN_KEYS[action];
  if (own) return { heard: own, isForAll: false };
  return { heard: key, action, isForAll: action !== undefined && FOR_ALL.has(action) };
}

/** The keys that questions understand. */
const OWN_KEYS: Readonly<Partial<Record<Action, Key>>> = {
  previous: press('up'),
  next: press('down'),
  previousPage: press('pageup'),
  nextPage: press('pagedown'),
  choose: press('enter'),
  close: press('escape'),
  cancel: press('c', { ctrl: true }),
};

const FOR_ALL: ReadonlySet<Action> = new Set(['suspend', 'clearScreen', 'cycleMode', 'background', 'editQueued']);
