import {
  commonName,
  plainWord,
  type Program,
  programNamed,
  readOptions,
  type Runner,
  unknownWord,
} from '@helve/policy';
import { type CommandWord, sourcesOf } from './command-words.ts';
import type { Source } from './taint.ts';

/** Why something of a caller's must not stand where it does. */
export interface Danger {
  readonly source: Source;
  readonly why: string;
  readonly hint: string;
}

/** What a command does with what it is given. */
export interface Judgement {
  readonly dangers: readonly Danger[];
  /** Shell text in it that must be looked at too: what stands behind it reaches it as $1, $2, … */
  readonly scripts: readonly string[];
}

/** Options of many programs that name a program to run. */
const EXECUTING_OPTION =
  /^--?(to-command|checkpoint-action|rsh|compress-program|use-compress-program|upload-pack|receive-pack|exec|exec-batch|eval|command|pager|editor|config-env|rsync-path|info-script|new-volume-script|preprocessor|pre|hostname-bin)(=|$)/;

const FINE: Judgement = { dangers: [], scripts: [] };
export const AS_ARGUMENT = `Give it as an argument: bash -c 'echo "$1"' _ UTCP_ARG_name_UTCP_END`;

/** Judges one command; `fed` is what of a caller's it may read from its input. */
export function judgeCommand(words: readonly CommandWord[], fed: readonly Source[]): Judgement {
  const [head, ...rest] = words;
  if (!head) return FINE;
  if (head.sources.length > 0) {
    return danger(head.sources, 'names the command itself', 'Name the command in the template, one tool for each.');
  }
  if (!head.literal) {
    return danger(
      sourcesOf(rest),
      `is given to ${head.text}, of which nothing is known`,
      'Name the command in the template.',
    );
  }
  return judgeProgram(commonName(head.text), rest, fed);
}

function judgeProgram(name: string, rest: readonly CommandWord[], fed: readonly Source[]): Judgement {
  const given = sourcesOf(rest);
  const { evaluates, shell, obscure, declares, codeOption, codeFirst, runs } = programNamed(name);
  if (evaluates) return danger(given, `is evaluated by ${name}`, 'Use it as it is: nothing need evaluate it.');
  if (shell) return judgeShell(name, shell, rest, fed);
  if (obscure) return danger(given, `is given to ${name}, which may run it`, AS_ARGUMENT);
  if (declares) return judgeDeclaration(name, rest);
  if (codeOption) return judgeInterpreter(name, codeOption, rest, fed);
  if (codeFirst) return judgeCodeFirst(name, codeFirst, rest);
  if (runs) return judgeRunner(name, runs, rest, fed);
  switch (name) {
    case 'find':
      return both(judgeFind(rest), judgeOptions(name, rest));
    case 'fd':
    case 'fdfind':
      return both(judgeFd(name, rest), both(judgeOptions(name, rest), judgeNested(rest)));
    case 'test':
      return judgeTest(rest);
    case '[':
      return judgeTest(rest.slice(0, -1));
    case 'printf':
      return rest[0]?.text.startsWith('-v') ? danger(given, 'is given to printf -v', 'Set a variable with =.') : FINE;
    case 'git':
      return both(judgeGit(rest), judgeOptions(name, rest));
    default:
      return both(judgeOptions(name, rest), judgeNested(rest));
  }
}

function judgeShell(
  name: string,
  shell: NonNullable<Program['shell']>,
  rest: readonly CommandWord[],
  fed: readonly Source[],
): Judgement {
  const why = `is run by ${name}`;
  const option = rest.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text));
  if (option < 0) {
    const readsInput = rest.every(({ text }) => text.startsWith('-'));
    return danger([...sourcesOf(rest), ...(readsInput ? fed : [])], why, AS_ARGUMENT);
  }
  const length = rest.slice(option + 1).findIndex(({ text }) => !/^[-+]/.test(text));
  const script = rest[option + 1 + length];
  const before = danger(sourcesOf(rest.slice(0, option + 2 + length)), why, AS_ARGUMENT);
  if (length < 0 || !script?.literal) return both(before, danger(sourcesOf(rest), why, AS_ARGUMENT));
  return shell === 'parsed' ? { ...before, scripts: [script.text] } : danger(sourcesOf(rest), why, AS_ARGUMENT);
}

function judgeInterpreter(
  name: string,
  codeOption: RegExp,
  rest: readonly CommandWord[],
  fed: readonly Source[],
): Judgement {
  const why = `is run by ${name}`;
  const hint = `Give it as an argument that the code reads, or in a variable of its environment.`;
  const operand = rest.findIndex(({ text }) => !text.startsWith('-'));
  const option = rest.findIndex(({ text }) => codeOption.test(text));
  const options = rest.slice(0, operand < 0 ? rest.length : operand);
  const made = rest.slice(0, operand + 1).filter(({ text }) => /^[<>]\(/.test(text));
  if (option >= 0 && (operand < 0 || option <= operand)) {
    return danger(sourcesOf([...options, ...rest.slice(option, option + 2)]), why, hint);
  }
  const readsInput = operand < 0 || rest.some(({ text }) => text === '-' || text === '/dev/stdin');
  return danger([...sourcesOf([...options, ...made]), ...(readsInput ? fed : [])], why, hint);
}

function judgeCodeFirst(
  name: string,
  { option, valued }: NonNullable<Program['codeFirst']>,
  rest: readonly CommandWord[],
): Judgement {
  const hint =
    name === 'awk' ? 'Give it as a variable: awk -v x=UTCP_ARG_name_UTCP_END' : 'Use another program for it.';
  const parts: CommandWord[] = [];
  let operand = -1;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index];
    if (!word) break;
    if (option.test(word.text)) parts.push(word, ...rest.slice(++index, index + 1));
    else if (valued.test(word.text)) index++;
    else if (!word.text.startsWith('-') && operand < 0) operand = index;
  }
  const first = rest[operand];
  if (parts.length === 0 && first) parts.push(first);
  return danger(sourcesOf(parts), `is part of a program of ${name}`, hint);
}

/** Steps over the options of a runner; what follows is a command again. */
function judgeRunner(name: string, runner: Runner, rest: readonly CommandWord[], fed: readonly Source[]): Judgement {
  const read = readOptions(
    rest.map(({ text, literal }) => (literal ? plainWord(text) : unknownWord(text))),
    0,
    runner,
  );
  const options =
    runner.inTemplates ?? [...(runner.flags ?? []), ...(runner.valued ?? [])].filter(({ length }) => length === 1);
  const odd = read.strange ?? read.given.find((option) => !options.includes(option.name))?.name;
  if (odd !== undefined) return misunderstood(name, odd, rest, fed);
  let start = read.end;
  for (; runner.assigns && /^\w+=/.test(rest[start]?.text ?? ''); start++) {
    const set = danger(
      rest[start]?.sources ?? [],
      `is set for a command by ${name}`,
      'Set it with = before the command.',
    );
    if (set.dangers.length > 0) return set;
  }
  const next = rest[start]?.text ?? '';
  if (next.startsWith('-') && !(name === 'env' && next === '-')) return misunderstood(name, next, rest, fed);
  start += runner.skip ?? 0;
  const before = danger(sourcesOf(rest.slice(0, start)), `is given to ${name} itself`, 'Write it in the template.');
  const inner = rest.slice(start);
  if (name !== 'xargs') return both(before, judgeCommand(inner, fed));
  if (inner.length === 0) return before;
  const mark = read.given.some((option) => option.name === 'I' || option.name === 'J');
  const filled = mark ? inner.map((word) => ({ ...word, literal: false, sources: [...word.sources, ...fed] })) : inner;
  const [head, ...others] = filled;
  const program = head && inner[0] ? [inner[0], ...others] : [];
  return both(before, judgeCommand([...program, { text: '…', literal: false, sources: fed, node: undefined }], []));
}

function misunderstood(name: string, option: string, rest: readonly CommandWord[], fed: readonly Source[]): Judgement {
  const why = `is given to ${name} ${option}, which is not understood`;
  return danger([...sourcesOf(rest), ...fed], why, AS_ARGUMENT);
}

function judgeFind(rest: readonly CommandWord[]): Judgement {
  let judged = FINE;
  const given = sourcesOf(rest);
  rest.forEach(({ text }, index) => {
    if (!programNamed('find').execOption?.test(text)) return;
    const inner = rest.slice(index + 1);
    const end = inner.findIndex((word) => word.text === ';' || word.text === '+');
    const command = (end < 0 ? inner : inner.slice(0, end)).map((word) =>
      word.text.includes('{}') && word.text !== '{}' ? { ...word, literal: false, sources: given } : word,
    );
    judged = both(judged, judgeCommand(command, []));
  });
  return judged;
}

/** What stands behind -x is a command, which runs with the names that were found. */
function judgeFd(name: string, rest: readonly CommandWord[]): Judgement {
  const start = rest.findIndex(({ text }) => programNamed(name).execOption?.test(text));
  return start < 0 ? FINE : danger(sourcesOf(rest.slice(start)), `is run by ${name}`, 'Write it in the template.');
}

/** Only forms in which no operand can be taken for an operator, and none that looks a variable up. */
function judgeTest(rest: readonly CommandWord[]): Judgement {
  const [first, second] = rest[0]?.text === '!' ? rest.slice(1) : rest;
  const count = rest[0]?.text === '!' ? rest.length - 1 : rest.length;
  const unary = count === 2 && first?.literal && /^-[a-zA-Z]$/.test(first.text) && !/^-[vR]$/.test(first.text);
  const binary = count === 3 && second?.literal && /^(=|==|!=|<|>|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(second.text);
  if (unary || binary) return FINE;
  return danger(sourcesOf(rest), 'may be taken for an operator of test', 'Write [[ ]] in its stead.');
}

function judgeGit(rest: readonly CommandWord[]): Judgement {
  const why = 'names a setting or a subcommand of git';
  const hint = 'Write it in the template.';
  for (const [index, { text, sources }] of rest.entries()) {
    if (text === '-c' || text === '--config-env') return danger(sourcesOf(rest.slice(index + 1, index + 2)), why, hint);
    if (text.startsWith('-') || rest[index - 1]?.text === '-C') continue;
    return danger(sources, why, hint);
  }
  return FINE;
}

function judgeDeclaration(name: string, rest: readonly CommandWord[]): Judgement {
  const plain = rest.every(
    ({ text, node }) => node?.type === 'Assignment' || !/^[-+]/.test(text) || /^-[xgrp]+$/.test(text),
  );
  const words = plain ? rest.filter(({ node }) => node?.type !== 'Assignment') : rest;
  return danger(sourcesOf(words), `may be evaluated by ${name}`, 'Set the variable with = before it.');
}

function judgeOptions(name: string, rest: readonly CommandWord[]): Judgement {
  const values = rest.filter(({ text }, index) => {
    const before = rest[index - 1]?.text ?? '';
    return EXECUTING_OPTION.test(text) || (EXECUTING_OPTION.test(before) && !before.includes('='));
  });
  return danger(sourcesOf(values), `is given to an option of ${name} that runs a program`, 'Write it in the template.');
}

/** `docker run image sh -c …`: a shell or interpreter among the arguments of a program that is not known. */
function judgeNested(rest: readonly CommandWord[]): Judgement {
  let judged = FINE;
  rest.forEach((word, index) => {
    if (!word.literal || word.text.startsWith('-')) return;
    const { shell, codeOption } = programNamed(commonName(word.text));
    const code = shell ? /^-[a-zA-Z]*c/ : codeOption;
    if (code && rest.slice(index + 1).some(({ text }) => code.test(text))) {
      judged = both(judged, judgeCommand(rest.slice(index), []));
    }
  });
  return judged;
}

function danger(sources: readonly Source[], why: string, hint: string): Judgement {
  return { dangers: sources.map((source) => ({ source, why, hint })), scripts: [] };
}

function both(a: Judgement, b: Judgement): Judgement {
  return { dangers: [...a.dangers, ...b.dangers], scripts: [...a.scripts, ...b.scripts] };
}
