import { CommandError } from '@helve/command';
import { programNamed } from '@helve/policy';
import { type Command, parse } from 'unbash';
import { sourcesOf, wordsOf } from './command-words.ts';
import { type Danger, judgeCommand } from './judge-command.ts';
import { judgeSyntax } from './judge-syntax.ts';
import { optionPlaces } from './option-places.ts';
import { findPlaces, type Place } from './place.ts';
import { findPlaceholders } from './placeholder.ts';
import { withReferences } from './reference.ts';
import { type Reading, type Source, Taint } from './taint.ts';
import { type Chain, walk } from './tree.ts';

/** Something of a caller's that stands where it could do harm, or where it cannot be put in. */
export interface Refusal extends Danger {
  /** The step, and where in its text, if that can be told. */
  readonly step: number;
  readonly pos: number | undefined;
}

/** A place where a value that begins in a certain way would not be taken as a value. */
export interface Condition {
  readonly step: number;
  readonly name: string;
  readonly refused: RegExp;
  readonly why: string;
  readonly hint: string;
}

/** A template's commands, taken apart. */
export interface Analysis {
  /** The names of the arguments, in the order in which the script is given them. */
  readonly names: readonly string[];
  /** The texts of the steps, with references in the place of placeholders. */
  readonly texts: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly conditions: readonly Condition[];
  /** Steps that bash would not understand. */
  readonly broken: readonly { readonly step: number; readonly pos: number; readonly message: string }[];
}

/** Longer commands are not taken apart: some take the parser a time that grows with the square of their length. */
const LONGEST = 100_000;
const DEEPEST_SCRIPT = 8;

const KEPT = 200;
const kept = new Map<string, Analysis>();

/** Takes commands apart; the same commands are called again and again, so what was found is kept. */
export function analyse(commands: readonly string[], unsafe: ReadonlySet<string>): Analysis {
  const key = JSON.stringify([commands, [...unsafe]]);
  const known = kept.get(key);
  if (known) return known;
  const analysis = takeApart(commands, unsafe);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, analysis);
  return analysis;
}

function takeApart(commands: readonly string[], unsafe: ReadonlySet<string>): Analysis {
  const refusals: Refusal[] = [];
  const parsed = commands.map((text, step) => {
    if (text.length > LONGEST)
      throw new CommandError('INVALID_INPUT', `commands[${step}] is too long to be taken apart`);
    const script = parse(text);
    const places: Place[] = [];
    for (const found of findPlaces(text, script, findPlaceholders(text))) {
      if ('form' in found) places.push(found);
      else refusals.push({ step, pos: found.placeholder.pos, source: source(found), why: found.why, hint: found.hint });
    }
    return { step, text, script, places };
  });
  const readings = parsed.map(
    ({ step, script, places }): Reading => ({
      step,
      script,
      placeholders: places
        .filter(({ form, placeholder }) => form !== 'comment' && !unsafe.has(placeholder.name))
        .map(({ placeholder }) => placeholder),
    }),
  );
  for (const { step, script } of readings) refusals.push(...redefinitions(script, step));
  const taint = new Taint(readings);
  const judge = new Judge(taint, readings);
  for (const reading of readings) refusals.push(...judge.read(reading, 0));
  const used = parsed.flatMap(({ places }) => places.filter(({ form }) => form !== 'comment'));
  const names = [...new Set(used.map(({ placeholder }) => placeholder.name))];
  const broken = parsed.flatMap(({ step, script }) =>
    (script.errors ?? []).slice(0, 1).map(({ message, pos }) => ({ step, pos, message })),
  );
  for (const { step, pos, message } of broken) {
    const first = readings[step]?.placeholders[0];
    const hint = 'Correct the command: helve utcp validate';
    if (first)
      refusals.push({
        step,
        pos,
        source: { text: first.text },
        why: `stands in a command that does not parse (${message})`,
        hint,
      });
  }
  return {
    names,
    texts: parsed.map(({ text, places }) => withReferences(text, places, names)),
    refusals: unique(refusals),
    conditions: parsed.flatMap(({ step, places }) => optionPlaces(places, step, unsafe)),
    broken,
  };
}

/** The two words with which the script itself gets past all other functions. */
function redefinitions(script: Reading['script'], step: number): readonly Refusal[] {
  const found: Refusal[] = [];
  walk(script, (chain) => {
    const node = chain.at(-1);
    if (node?.type !== 'Function' || !/^(builtin|command)$/.test(node.name.value)) return;
    const why = 'becomes a function, and the script needs it as it is';
    found.push({
      step,
      pos: node.pos,
      source: { text: node.name.value },
      why,
      hint: 'Give the function another name.',
    });
  });
  return found;
}

function source({ placeholder }: { readonly placeholder: NonNullable<Source['placeholder']> }): Source {
  return { text: placeholder.text, placeholder };
}

/** Judges scripts, and the scripts in their commands. */
class Judge {
  readonly #taint: Taint;
  readonly #everything: readonly Source[];
  readonly #retyped: boolean;

  constructor(taint: Taint, readings: readonly Reading[]) {
    this.#taint = taint;
    this.#everything = readings.flatMap((reading) => taint.sourcesIn(reading.script, reading));
    this.#retyped = readings.some((reading) => changesAssignments(reading));
  }

  read(reading: Reading, depth: number): readonly Refusal[] {
    if (!this.#taint.active) return [];
    const found: Refusal[] = [];
    const add = ({ source, why, hint }: Danger) => {
      found.push({ step: reading.step, pos: source.placeholder?.pos, source, why, hint });
    };
    walk(reading.script, (chain) => {
      const node = chain.at(-1);
      if (!node) return;
      for (const each of judgeSyntax(node, reading, this.#taint)) add(each);
      if (node.type === 'Assignment' && this.#retyped) {
        const why = 'is set where variables are declared as numbers or as names of others';
        for (const each of this.#taint.sourcesIn(node.value, reading))
          add({ source: each, why, hint: 'Do without declare -i and -n.' });
      }
      if (node.type === 'Command') {
        if (node.name?.value === 'alias') {
          const why = 'stands beside an alias, by which commands mean others';
          for (const each of this.#everything) add({ source: each, why, hint: 'Write a function in its stead.' });
        }
        for (const each of this.#readCommand(node, chain, reading, depth)) found.push(each);
      }
    });
    return found;
  }

  #readCommand(node: Command, chain: Chain, reading: Reading, depth: number): readonly Refusal[] {
    const words = wordsOf(node, reading, this.#taint);
    const { dangers, scripts } = judgeCommand(words, this.#fed(node, chain, reading));
    const own = dangers.map(
      ({ source, why, hint }): Refusal => ({ step: reading.step, pos: source.placeholder?.pos, source, why, hint }),
    );
    const inner = scripts.flatMap((text): readonly Refusal[] => {
      const script = parse(text);
      if (depth < DEEPEST_SCRIPT && !script.errors)
        return this.read({ step: reading.step, script, placeholders: [] }, depth + 1);
      return sourcesOf(words).map((source) => ({
        step: reading.step,
        pos: source.placeholder?.pos,
        source,
        why: 'is given to a script that cannot be taken apart',
        hint: 'Put the script in a file of its own.',
      }));
    });
    return [...own, ...inner, ...this.#setFor(node, reading)];
  }

  /** make evaluates the variables of its environment, and others of its kind run what some of theirs hold. */
  #setFor(node: Command, reading: Reading): readonly Refusal[] {
    const program = node.name?.value ?? '';
    if (!programNamed(program).obscure) return [];
    const why = `is set for ${program}, which may run it`;
    const sources = node.prefix.flatMap((each) =>
      each.type === 'Assignment' ? this.#taint.sourcesIn(each, reading) : [],
    );
    return sources.map((source) => ({
      step: reading.step,
      pos: source.placeholder?.pos,
      source,
      why,
      hint: 'Write it in the template.',
    }));
  }

  /** What of a caller's a command may read from its input. */
  #fed(node: Command, chain: Chain, reading: Reading): readonly Source[] {
    const fed: Source[] = [];
    const add = (part: Parameters<Taint['sourcesIn']>[0]) => fed.push(...this.#taint.sourcesIn(part, reading));
    for (const redirect of node.redirects) add(redirect);
    chain.forEach((above, index) => {
      const below = chain[index + 1];
      if (above.type === 'Redirected') above.redirects.forEach(add);
      if (above.type === 'Pipeline') for (const each of above.commands) if (each.pos < (below?.pos ?? 0)) add(each);
      const open = above.type === 'Coproc' || (above.type === 'ProcessSubstitution' && above.operator === '>');
      if (open) fed.push(...this.#everything);
    });
    return fed;
  }
}

/** Whether a script makes later assignments evaluate their values, or words mean other commands. */
function changesAssignments({ script }: Reading): boolean {
  let changes = false;
  walk(script, (chain) => {
    const node = chain.at(-1);
    if (node?.type !== 'Command') return;
    const words = [node.name, ...node.args].map((each) => (each?.type === 'Word' ? each.value : ''));
    const [program = '', ...rest] = words[0] === 'builtin' || words[0] === 'command' ? words.slice(1) : words;
    if (/^(declare|typeset|local|readonly|export)$/.test(program))
      changes ||= rest.some((word) => /^-\w*[in]/.test(word));
  });
  return changes;
}

function unique(refusals: readonly Refusal[]): readonly Refusal[] {
  const seen = new Map(refusals.map((each) => [`${each.step} ${each.pos} ${each.source.text} ${each.why}`, each]));
  return [...seen.values()].sort((a, b) => a.step - b.step || (a.pos ?? 0) - (b.pos ?? 0));
}
