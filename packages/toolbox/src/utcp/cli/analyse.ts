import { CommandError } from '@helve/command';
import { type Command, parse } from 'unbash';
import { isLiteral, sourcesOf, wordsOf } from './command-words.ts';
import { judgeCommand } from './judge-command.ts';
import type { Effect, Place as LeftPlace } from './effect.ts';
import { conflictsIn, firstKept, type Span, spanOf, type TimedEffect } from './effects-in-order.ts';
import type { KnownPrograms } from './known-programs.ts';
import type { Danger, Demand } from './judgement.ts';
import { judgeSyntax } from './judge-syntax.ts';
import { findPlaces, type Place } from './place.ts';
import { findPlaceholders, markVariables } from './placeholder.ts';
import { withReferences } from './reference.ts';
import { type Position, type Reading, type Source, Taint } from './taint.ts';
import { type Chain, walk } from './tree.ts';
import { INHERITED, isDataShellVariable, isDataVariable } from './variable-names.ts';

/** Something of a caller's in a position that is not known to be data, or where it cannot be put in. */
export interface Refusal extends Danger {
  /** The step, and where in its text, if that can be told. */
  readonly step: number;
  readonly pos: number | undefined;
}

/** An argument whose value must not match: it would not be read as a value. */
export interface Condition extends Demand {
  readonly step: number;
}

/** A template's commands, taken apart. */
export interface Analysis {
  /** The names of the arguments; variables of UTCP are among them as `${NAME}`. */
  readonly names: readonly string[];
  /** The texts of the steps, with references in the place of those placeholders whose values the script is given. */
  readonly write: (given: readonly string[]) => readonly string[];
  readonly refusals: readonly Refusal[];
  readonly conditions: readonly Condition[];
  /** Steps that bash would not understand. */
  readonly broken: readonly { readonly step: number; readonly pos: number; readonly message: string }[];
}

/** What a template says beside its commands. */
export interface Surroundings {
  /** Variables that the template sets for its programs or inherits. */
  readonly environment?: readonly string[];
  /** Programs of which it states that all their arguments are data. */
  readonly dataPrograms?: readonly string[];
}

/** Longer commands are not taken apart: some take the parser a time that grows with the square of their length. */
const LONGEST = 100_000;
const DEEPEST_SCRIPT = 8;

const KEPT = 200;
const kept = new Map<string, Analysis>();

/** Takes commands apart; the same commands are called again and again, so what was found is kept. */
export function analyse(commands: readonly string[], unsafe: ReadonlySet<string>, around: Surroundings = {}): Analysis {
  const key = JSON.stringify([commands, [...unsafe], around]);
  const known = kept.get(key);
  if (known) return known;
  const analysis = takeApart(commands, unsafe, around);
  const [oldest] = kept.keys();
  if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, analysis);
  return analysis;
}

function takeApart(commands: readonly string[], unsafe: ReadonlySet<string>, around: Surroundings): Analysis {
  const refusals: Refusal[] = [];
  const isVariable = variableTest(commands, around);
  const parsed = commands.map((written, step) => {
    const text = markVariables(written, isVariable);
    if (text.length > LONGEST) throw new CommandError('INVALID_INPUT', `commands[${step}] is too long to be parsed`);
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
  const { conditions, refusals: found } = judgeAll(readings, around);
  refusals.push(...found);
  const used = parsed.flatMap(({ places }) => places.filter(({ form }) => form !== 'comment'));
  const names = [...new Set(used.map(({ placeholder }) => placeholder.name))];
  const broken = parsed.flatMap(({ step, script }) =>
    (script.errors ?? []).slice(0, 1).map(({ message, pos }) => ({ step, pos, message })),
  );
  for (const { step, pos, message } of broken) {
    const first = readings[step]?.placeholders[0];
    const hint = 'Correct the command.';
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
    write: (given) => parsed.map(({ text, places }) => withReferences(text, places, given)),
    refusals: unique(refusals),
    conditions: [...conditions, ...parsed.flatMap(({ step, places }) => connectionPlaces(places, step, unsafe))],
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

/**
 * Which `${NAME}` in commands are variables of UTCP: those that the shell does not have from the template itself. It does
 * not depend on whether they have a value, so that checking a template and calling it come to the same result.
 */
export function variableTest(
  commands: readonly string[],
  { environment = [] }: Surroundings,
): (name: string) => boolean {
  const text = commands.join('\n');
  const ofShell = new Set([...INHERITED, ...environment]);
  return (name) => {
    if (ofShell.has(name) || !isDataShellVariable(name) || name.startsWith('UTCP_ARG_')) return false;
    const word = `(?<![\\w\${])${name}\\b`;
    const set = new RegExp(
      `${word}(\\+?=|\\[)|\\b(for|select|read|mapfile|readarray|getopts|local|declare|printf\\s+-v)\\b[^\\n;|&]*${word}`,
    );
    return !set.test(text);
  };
}

/** bash opens a connection where a redirection names such a file. */
function connectionPlaces(places: readonly Place[], step: number, unsafe: ReadonlySet<string>): readonly Condition[] {
  return places.flatMap(({ chain, placeholder: { name, pos } }) => {
    const index = chain.findLastIndex(({ type }) => type === 'Word');
    const word = chain[index];
    if (unsafe.has(name) || word?.type !== 'Word' || chain[index - 1]?.type !== 'Redirect') return [];
    if (!/^["'$]*$/.test(word.text.slice(0, pos - word.pos))) return [];
    return [{ step, name, refused: /^\/dev\/(tcp|udp)\//, why: 'opens a connection', hint: 'Name a file.' }];
  });
}

/** Judges the steps. Scripts inside of them set variables and define functions too, so that they are read along. */
function judgeAll(steps: readonly Reading[], around: Surroundings): Judged {
  const inner = new Map<string, Reading>();
  let kept: Position | undefined;
  for (;;) {
    const before = inner.size;
    const readings = [...steps, ...inner.values()];
    const judge = new Judge(new Taint(readings, kept), readings, around, inner, kept !== undefined);
    const judged = steps.map((reading) => judge.read(reading, [], 0));
    const first = firstKept(judge.effects);
    const earlier = first && (!kept || first.step < kept.step || (first.step === kept.step && first.pos < kept.pos));
    if (inner.size === before && !earlier) {
      const conflicts = conflictsIn(judge.effects).map(
        (each): Refusal => ({ ...each, pos: each.source.placeholder?.pos }),
      );
      return {
        refusals: [...judged.flatMap(({ refusals }) => refusals), ...judge.variables(), ...conflicts],
        conditions: judged.flatMap(({ conditions }) => conditions),
      };
    }
    if (earlier) kept = first;
  }
}

interface Judged {
  readonly refusals: readonly Refusal[];
  readonly conditions: readonly Condition[];
}

/** Judges scripts, and the scripts in their commands. */
class Judge {
  readonly #taint: Taint;
  /** Scripts inside of the steps, by their text. */
  readonly #inner: Map<string, Reading>;
  readonly #everything: readonly Source[];
  readonly #retyped: boolean;
  readonly #exported: ReadonlySet<string>;
  readonly #exportsAll: boolean;
  readonly #setsPath: boolean;
  readonly #known: KnownPrograms;
  /** What the commands do beside printing, as far as they were read. */
  readonly effects: TimedEffect[] = [];
  /** What functions may read from the input of the commands that call them. */
  readonly #fedToFunctions = new Map<string, readonly Source[]>();

  constructor(
    taint: Taint,
    readings: readonly Reading[],
    { environment = [], dataPrograms = [] }: Surroundings,
    inner: Map<string, Reading>,
    keeps: boolean,
  ) {
    this.#taint = taint;
    this.#inner = inner;
    this.#everything = readings.flatMap((reading) => taint.sourcesIn(reading.script, reading));
    this.#retyped = readings.some((reading) => changesAssignments(reading));
    this.#exportsAll = readings.some(({ script }) => exportsAll(script));
    this.#setsPath = readings.some(({ script }) => setsPath(script));
    this.#exported = new Set([...INHERITED, ...environment, ...readings.flatMap(({ script }) => exportedIn(script))]);
    this.#known = {
      functions: functionsIn(readings),
      declared: new Set(dataPrograms),
      environment: [],
      files: taint.files,
      anyFile: taint.anyFile,
      kept: keeps ? [{ text: 'a file that was written' }] : undefined,
    };
    for (const name of this.#known.functions) this.#fedToFunctions.set(name, []);
    // A function may call another.
    for (let pass = 0; taint.active && pass < 3; pass++) for (const reading of readings) this.#feedFunctions(reading);
  }

  /** Variables that hold something of a caller's and that programs are given, by whatever command they were set. */
  variables(): readonly Refusal[] {
    return this.#taint.names
      .filter((name) => /^[A-Za-z_]\w*$/.test(name) && !/^(PWD|OLDPWD|DIRSTACK|CMD_\d+_OUTPUT)$/.test(name))
      .filter((name) => (this.#exportsAll || this.#exported.has(name)) && !isDataVariable(name))
      .map((name) => ({
        step: 0,
        pos: undefined,
        source: { text: `$${name}` },
        why: 'is given to programs, which are not known to treat it as data',
        hint: 'Choose a name in lower case, such as utcp_value.',
      }));
  }

  read(reading: Reading, input: readonly Source[], depth: number, within?: Span): Judged {
    if (!this.#taint.active) return { refusals: [], conditions: [] };
    const refusals: Refusal[] = [];
    const conditions: Condition[] = [];
    const { step } = reading;
    const add = ({ source, why, hint }: Danger) => {
      refusals.push({ step, pos: source.placeholder?.pos, source, why, hint });
    };
    walk(reading.script, (chain) => {
      const node = chain.at(-1);
      if (!node) return;
      for (const each of judgeSyntax(chain, reading, this.#taint, this.#exported)) add(each);
      if (node.type === 'Assignment' && this.#retyped) {
        const why = 'is set where variables are declared as numbers or as names of others';
        for (const each of this.#taint.sourcesIn(node.value, reading))
          add({ source: each, why, hint: 'Do not use declare -i or -n.' });
      }
      if (node.type === 'Command' || node.type === 'Redirected') this.#readOutputs(node, chain, reading, input, within);
      if (node.type === 'Command') {
        if (renames(node)) {
          const why = 'is used where names of commands are given another meaning';
          for (const each of this.#everything) add({ source: each, why, hint: 'Use a function instead.' });
        }
        this.#keptOpen(node, reading).forEach(add);
        const judged = this.#readCommand(node, chain, reading, input, depth, within);
        refusals.push(...judged.refusals);
        conditions.push(...judged.conditions);
      }
    });
    return { refusals, conditions };
  }

  /** Files that the output of a command goes to; that of exec takes the output of all that follows. */
  #readOutputs(
    node: Command | Extract<Chain[number], { readonly type: 'Redirected' }>,
    chain: Chain,
    reading: Reading,
    input: readonly Source[],
    within: Span | undefined,
  ): void {
    for (const redirect of node.redirects) {
      const { target } = redirect.type === 'Redirect' ? redirect : {};
      if (redirect.type !== 'Redirect' || !target || !redirect.operator.includes('>')) continue;
      if (/^(\d+|-|&\d+|\/dev\/(null|stdout|stderr|tty))$/.test(target.text)) continue;
      if (redirect.operator === '>&' && /^["']?\$/.test(target.text)) continue;
      const stays =
        (node.type === 'Command' && node.name?.value === 'exec') ||
        redirect.descriptor?.type === 'FileDescriptorVariable';
      const fed = [...input, ...this.#fed(node, chain, reading)];
      const sources = stays ? this.#everything : [...this.#taint.sourcesIn(node, reading), ...fed];
      const literal = isLiteral(target) && findPlaceholders(target.value).length === 0;
      const place: LeftPlace = literal ? { path: target.value } : 'anywhere';
      this.#addEffects(
        [{ type: 'leaves', place, sources }],
        spanOf(chain, reading.step, within),
        reading.step,
        redirect,
      );
    }
  }

  #addEffects(effects: readonly Effect[], span: Span, step: number, command: object): void {
    for (const effect of effects) this.effects.push({ ...span, effect, step, command });
  }

  #readCommand(
    node: Command,
    chain: Chain,
    reading: Reading,
    input: readonly Source[],
    depth: number,
    within: Span | undefined,
  ): Judged {
    const { step } = reading;
    const words = wordsOf(node, reading, this.#taint);
    const fed = [...input, ...this.#fed(node, chain, reading)];
    const known = { ...this.#known, environment: this.#environmentOf(node, reading) };
    const { dangers, demands, scripts, effects, repeats = false } = judgeCommand(words, fed, known);
    const own = spanOf(chain, step, within);
    const span = { ...own, repeats: own.repeats || repeats };
    this.#addEffects(effects, span, step, node);
    const head = node.name?.value ?? '';
    if (this.#setsPath && head !== '' && !BUILTIN.test(head) && !known.functions.has(head)) {
      const given = sourcesOf(words);
      this.#addEffects([{ type: 'runs', program: head, what: 'anything', given }], span, step, node);
    }
    // A trap runs at any later time.
    const later = head === 'trap' ? { ...span, to: Number.POSITIVE_INFINITY } : span;
    const refusals = dangers.map(
      ({ source, why, hint }): Refusal => ({ step, pos: source.placeholder?.pos, source, why, hint }),
    );
    const inner = scripts.map(({ text, fed: innerInput }): Judged => {
      const known = this.#inner.get(text) ?? { step, script: parse(text), placeholders: [], inner: true };
      if (depth < DEEPEST_SCRIPT && !known.script.errors) {
        this.#inner.set(text, known);
        return this.read(known, innerInput, depth + 1, later);
      }
      const why = 'is passed to a script that cannot be parsed';
      const hint = 'Put the script in a separate file.';
      return {
        refusals: sourcesOf(words).map((source) => ({ step, pos: source.placeholder?.pos, source, why, hint })),
        conditions: [],
      };
    });
    return {
      refusals: [...refusals, ...inner.flatMap((each) => each.refusals)],
      conditions: [...demands.map((demand) => ({ step, ...demand })), ...inner.flatMap((each) => each.conditions)],
    };
  }

  /** What of a caller's is in the variables that a program is given. */
  #environmentOf(node: Command, reading: Reading): readonly Source[] {
    const own = node.prefix.flatMap((each) => (each.type === 'Assignment' ? this.#taint.sourcesIn(each, reading) : []));
    return [
      ...own,
      ...(this.#exportsAll ? this.#taint.names : [...this.#exported])
        .filter((name) => this.#taint.mayHold(name))
        .map((name) => ({ text: `$${name}` })),
    ];
  }

  /** A redirection of exec is the input of every command after it, and so is one that is given a variable. */
  #keptOpen(node: Command, reading: Reading): readonly Danger[] {
    return node.redirects.flatMap((redirect) => {
      const stays = node.name?.value === 'exec' || redirect.descriptor?.type === 'FileDescriptorVariable';
      const reads = redirect.type !== 'Redirect' || redirect.operator.startsWith('<');
      if (!stays || !reads) return [];
      return this.#taint.sourcesIn(redirect, reading).map((source) => ({
        source,
        why: 'becomes the input of every command that follows',
        hint: 'Redirect the input of one command.',
      }));
    });
  }

  #feedFunctions(reading: Reading): void {
    walk(reading.script, (chain) => {
      const node = chain.at(-1);
      const name = node?.type === 'Command' ? (node.name?.value ?? '') : '';
      const before = this.#fedToFunctions.get(name);
      if (node?.type === 'Command' && before)
        this.#fedToFunctions.set(name, [...before, ...this.#fed(node, chain, reading)]);
    });
  }

  /** What of a caller's a command may read from its input. */
  #fed(node: Pick<Command, 'redirects'>, chain: Chain, reading: Reading): readonly Source[] {
    const fed: Source[] = [];
    const add = (part: Parameters<Taint['sourcesIn']>[0]) => fed.push(...this.#taint.sourcesIn(part, reading));
    for (const redirect of node.redirects) if (isInput(redirect)) add(redirect);
    chain.forEach((above, index) => {
      const below = chain[index + 1];
      if (above.type === 'Redirected') above.redirects.filter(isInput).forEach(add);
      if (above.type === 'Pipeline') for (const each of above.commands) if (each.pos < (below?.pos ?? 0)) add(each);
      if (above.type === 'Function') fed.push(...(this.#fedToFunctions.get(above.name.value) ?? this.#everything));
      const open = above.type === 'Coproc' || (above.type === 'ProcessSubstitution' && above.operator === '>');
      if (open) fed.push(...this.#everything);
    });
    return fed;
  }
}

function isInput(redirect: Command['redirects'][number]): boolean {
  return redirect.type !== 'Redirect' || redirect.operator.includes('<');
}

/** Functions that are defined whatever happens before, so that their names mean no program. */
function functionsIn(readings: readonly Reading[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { script } of readings) {
    for (const { command } of script.commands) if (command.type === 'Function') names.add(command.name.value);
  }
  return names;
}

/** Variables that a script gives to programs. */
function exportedIn(script: Reading['script']): readonly string[] {
  const names: string[] = [];
  walk(script, (chain) => {
    const node = chain.at(-1);
    if (node?.type !== 'Command') return;
    const words = [node.name, ...node.args].flatMap((each) => (each ? [each] : []));
    const texts = words.map((each) => (each.type === 'Word' ? each.value : each.text));
    const start = texts.findIndex((text) => text !== 'builtin' && text !== 'command');
    const exports =
      texts[start] === 'export' ||
      (/^(declare|typeset|local|readonly)$/.test(texts[start] ?? '') && texts.some((text) => /^-\w*x/.test(text)));
    if (exports) for (const text of texts.slice(start + 1)) names.push(text.split(/[=+[]/)[0] ?? '');
  });
  return names;
}

const BUILTIN =
  /^(:|\.|\[|alias|break|builtin|cd|command|continue|declare|dirs|echo|enable|eval|exec|exit|export|false|getopts|hash|let|local|mapfile|popd|printf|pushd|pwd|read|readarray|readonly|return|set|shift|shopt|source|test|times|trap|true|type|typeset|ulimit|umask|unset|wait)$/;

/** Options of set that change neither which variables programs are given nor how commands are read. */
const PLAIN_SET = /^([-+][efuxvCnhmpBET]*|[-+][efuxv]*o|pipefail|errexit|nounset|xtrace|noglob|noclobber|verbose)$/;

/** Whether variables may be given to programs that are not named: set -a, or export of a computed name. */
function exportsAll(script: Reading['script']): boolean {
  let found = false;
  walk(script, (chain) => {
    const node = chain.at(-1);
    if (node?.type !== 'Command') return;
    const all = [node.name, ...node.args];
    const words = all.filter((each) => !/^(builtin|command)$/.test(each?.text ?? ''));
    const [program = '', ...rest] = words.map((each) => (each?.type === 'Word' ? each.value : (each?.text ?? '')));
    if (program === 'set') {
      const end = rest.indexOf('--');
      found ||= (end < 0 ? rest : rest.slice(0, end)).some((text) => !PLAIN_SET.test(text));
    }
    if (program === 'shopt') found ||= rest.some((text) => /^-\w*o/.test(text) || text.includes('$'));
    if (/^(export|declare|typeset|local|readonly)$/.test(program))
      found ||= words.slice(1).some((each) => each?.type === 'Word' && !isLiteral(each) && !/^\w+=/.test(each.text));
  });
  return found;
}

/** Whether the names of programs may mean files of the template's choosing. */
function setsPath(script: Reading['script']): boolean {
  let found = false;
  walk(script, (chain) => {
    const node = chain.at(-1);
    found ||= node?.type === 'Assignment' && node.name === 'PATH';
    found ||= node?.type === 'Word' && node.value.startsWith('PATH=');
  });
  return found;
}

/** Builtins by which a name of a command comes to mean another. */
function renames({ name, args }: Command): boolean {
  const words = [name?.value ?? '', ...args.map(({ text }) => text)].filter(
    (each) => !/^(builtin|command)$/.test(each),
  );
  if (words[0] === 'hash') return words.length > 1 && words.slice(1).some((each) => each !== '-r');
  return words[0] === 'alias' || words[0] === 'enable';
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
