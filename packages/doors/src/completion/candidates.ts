import { type Parameter, parametersOf, type Registry } from '@helve/command';
import { findParameter } from '@helve/command/host';
import { areFlagsOf, GLOBAL_PARAMETERS, type Globals } from '@helve/command/line';
import type { DoorWord } from '../help/help.ts';

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What may stand next, or that a file name may. */
export type Completion = readonly Candidate[] | 'files';

/** Completes the last of the words after `helve`; it may be empty. */
export async function complete(
  registry: Registry,
  words: readonly string[],
  doorWords: readonly DoorWord[],
): Promise<Completion> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  if (before[0] === 'explain') return complete(registry, words.slice(1), []);
  if (before[0] === 'help') {
    const topics = before.length === 1 ? doorWords.filter(({ name }) => name !== 'help') : [];
    return startingWith(current, nextWords(registry, before.slice(1), topics));
  }
  const choices = doorWords.find(({ name }) => name === before[0])?.choices;
  if (choices) return before.length === 1 ? startingWith(current, toCandidates(choices)) : [];
  const alone = await completeAlone(before, current, doorWords);
  if (alone) return alone;
  const named = before.filter((word) => !word.startsWith('-'));
  const found = await registry.find(named).catch(() => undefined);
  const word = found ? undefined : await doorWords.find(({ name }) => before.includes(name))?.declaration?.();
  const command = found?.command ?? word;
  const globals = GLOBAL_PARAMETERS.filter(({ name }) => word?.globals?.some((each) => each === name) ?? true);
  const parameters = [...(command ? parametersOf(command) : []), ...globals];
  const pending = pendingParameter(parameters, before.at(-1) ?? '');
  if (pending) return completeValue(pending, current);
  if (found) return startingWith(current, unusedFlags(parameters, before));
  const next = word && named.length === 0 ? [] : nextWords(registry, named, doorWords);
  const actions = startingWith(current, next);
  // A word may also be a module, as `mcp` is: its actions come first, then the flags of the word.
  if (word) return [...actions, ...startingWith(current, unusedFlags(parameters, before))];
  return actions.length > 0 || !current.startsWith('-')
    ? actions
    : startingWith(current, unusedFlags(GLOBAL_PARAMETERS, before));
}

/** Flags at the start of a line: those of the program alone, of every command, and the words that look like flags. */
async function completeAlone(
  before: readonly string[],
  current: string,
  doorWords: readonly DoorWord[],
): Promise<Completion | undefined> {
  const declared = await doorWords.find(({ name }) => name === '')?.declaration?.();
  if (!declared || !areFlagsOf({ ...declared, globals: EVERY_GLOBAL }, before)) return undefined;
  const parameters = [...parametersOf(declared), ...GLOBAL_PARAMETERS];
  const pending = pendingParameter(parameters, before.at(-1) ?? '');
  if (pending) return completeValue(pending, current);
  if (!current.startsWith('-')) return undefined;
  const words = before.length > 0 ? [] : doorWords.filter(({ name }) => name.startsWith('-'));
  return startingWith(current, [
    ...words.map(({ name, summary }) => ({ value: name, description: summary })),
    ...shortFlags(parameters, before),
    ...unusedFlags(parameters, before),
  ]);
}

const EVERY_GLOBAL = GLOBAL_PARAMETERS.map(({ name }) => name as keyof Globals);

function shortFlags(parameters: readonly Parameter[], before: readonly string[]): Candidate[] {
  return parameters.flatMap(({ short, flag, description }) =>
    short === undefined || before.includes(`-${short}`) || before.includes(`--${flag}`)
      ? []
      : [{ value: `-${short}`, description }],
  );
}

/** The parameter whose value is expected, if the word before is a flag that takes one. */
function pendingParameter(parameters: readonly Parameter[], word: string): Parameter | undefined {
  if (!word.startsWith('-') || word.includes('=')) return undefined;
  const parameter = word.startsWith('--')
    ? findParameter(parameters, word.slice(2))
    : parameters.find(({ short }) => short === word.slice(1));
  return parameter?.type === 'boolean' ? undefined : parameter;
}

function completeValue(parameter: Parameter, current: string): Completion {
  if (parameter.options) return startingWith(current, toCandidates(parameter.options));
  return parameter.access !== undefined || parameter.name === 'cwd' || parameter.name === 'home' ? 'files' : [];
}

function unusedFlags(parameters: readonly Parameter[], before: readonly string[]): Candidate[] {
  return parameters
    .filter(({ flag, short }) => !before.includes(`--${flag}`) && !before.includes(`-${short}`))
    .map(({ flag, description }) => ({ value: `--${flag}`, description }));
}

/** Modules first, then the next word of the actions that begin with what is there. */
function nextWords(registry: Registry, named: readonly string[], doorWords: readonly DoorWord[]): Candidate[] {
  const [moduleName, ...begun] = named;
  if (moduleName === undefined) {
    return [
      ...registry.modules.map(({ name, summary }) => ({ value: name, description: summary })),
      ...doorWords
        .filter(({ name }) => name !== '' && !registry.module(name))
        .map(({ name, summary }) => ({ value: name, description: summary })),
    ];
  }
  const words = Object.keys(registry.module(moduleName)?.actions ?? {})
    .map((action) => action.split(' '))
    .filter((action) => begun.every((word, index) => action[index] === word))
    .flatMap((action) => action[begun.length] ?? []);
  return [...new Set(words)].map((value) => ({ value, description: '' }));
}

function toCandidates(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, description: '' }));
}

function startingWith(current: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current));
}
