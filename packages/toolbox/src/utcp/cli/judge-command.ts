import { commonName, plainWord, programNamed, readOptions, type Runner, unknownWord } from '@helve/policy';
import { type CommandWord, madeWord, sourcesOf } from './command-words.ts';
import { judgeBuiltin } from './judge-builtin.ts';
import { judgeData, WRITE_IT } from './judge-data.ts';
import { judgeInterpreter } from './judge-interpreter.ts';
import { type KnownPrograms, mayBeWritten } from './known-programs.ts';
import { effectsOfData } from './effects-of-program.ts';
import { all, danger, FINE, judgeOperand, type Judgement, runsAnything, runsFile } from './judgement.ts';
import { judgeShell } from './judge-shell.ts';
import type { Source } from './taint.ts';

/** Judges one command; `fed` is what of a caller's it may read from its input. */
export function judgeCommand(words: readonly CommandWord[], fed: readonly Source[], known: KnownPrograms): Judgement {
  const [head, ...rest] = words;
  if (!head) return FINE;
  if (head.sources.length > 0) {
    return danger(head.sources, 'chooses the program to run', 'Name the program in the template, one tool for each.');
  }
  const given = [...sourcesOf(rest), ...fed, ...known.environment, ...known.files];
  if (!head.literal)
    return all(
      danger(given, `is given to ${head.text}, which is not known`, 'Name the program in the template.'),
      runsAnything(head.text, given),
    );
  if (known.functions.has(head.text)) return FINE;
  const judged = judgeProgram(head.text, rest, fed, known);
  const unused = given.length === 0 && !mayRunScript(head.text);
  return unused ? { ...judged, dangers: [], demands: [] } : judged;
}

/** Programs whose arguments are shell text, which may use variables that hold something of a caller's. */
function mayRunScript(program: string): boolean {
  const { shell, runs, execOption } = programNamed(commonName(program));
  return shell !== undefined || runs !== undefined || execOption !== undefined || /^(eval|trap|let)$/.test(program);
}

function judgeProgram(
  written: string,
  rest: readonly CommandWord[],
  fed: readonly Source[],
  known: KnownPrograms,
): Judgement {
  const name = commonName(written);
  const { environment } = known;
  const given = [...sourcesOf(rest), ...fed];
  const inner = (words: readonly CommandWord[], input: readonly Source[]) => judgeCommand(words, input, known);
  const { shell, interpreter, runs, data } = programNamed(name);
  const builtin = written.includes('/') ? undefined : judgeBuiltin(name, rest, fed);
  if (builtin) return builtin;
  if (shell) return judgeShell(name, shell, rest, fed, known);
  if (interpreter) return judgeInterpreter(name, interpreter, rest, fed, known);
  if (name === 'xargs' && runs) return judgeXargs(runs, rest, fed, known);
  if (runs) return judgeRunner(name, runs, rest, fed, known);
  // A path names a file of the template's own, which need not be the program that the table knows by that name.
  if (isOwn(written) && known.anyFile) return mayBeWritten(written, known.files);
  if (isOwn(written)) return all(judgeOwn(name, rest), runsFile(name, written, [...given, ...environment]));
  if (name === 'find' && data) {
    const found = [...(known.kept ?? []), ...sourcesOf(rest)];
    const plain = withoutCommands(rest);
    const judged = judgeData(name, data, plain, fed, environment, inner);
    return all(judgeFind(rest, found, known), judged, { ...FINE, effects: effectsOfData(name, plain, given) });
  }
  if (name === 'fd' || name === 'fdfind') {
    const start = rest.findIndex(({ text }) => programNamed(name).execOption?.test(text));
    if (start >= 0)
      return all(
        danger([...given, ...environment], `may be run by ${name}`, 'Use find -exec.'),
        runsAnything(name, given),
      );
  }
  if (data) {
    const words = name === 'tar' ? expandOldStyle(rest) : rest;
    return all(judgeData(name, data, words, fed, environment, inner), {
      ...FINE,
      effects: effectsOfData(name, words, [...given, ...moved(name, rest, known)]),
    });
  }
  if (known.declared.has(name))
    return all(judgeOwn(name, rest), { ...FINE, effects: [{ type: 'runs', program: name, what: 'settings', given }] });
  return all(
    danger(
      [...given, ...environment, ...known.files],
      `is given to ${name}, which is not known to treat it as data`,
      `Put the command in a script of your own and call it by its path (./${name}.sh UTCP_ARG_…). Or, if ${name} never runs its arguments or its input, add "data_programs": ["${name}"] to the template.`,
    ),
    runsAnything(name, [...given, ...environment]),
    programNamed(name).files === 'copy'
      ? { ...FINE, effects: [{ type: 'leaves', place: 'anywhere', sources: given }] }
      : FINE,
  );
}

/** Files that hold something of a caller's, if a program may be given one by another spelling. */
function moved(name: string, rest: readonly CommandWord[], { files, kept }: KnownPrograms): readonly Source[] {
  if (!kept || /^(mkdir|touch|mktemp)$/.test(name)) return [];
  const names = files.map(({ text }) => text);
  const may = rest.some(({ text, literal }) => !literal || text === '.' || names.some((file) => text.includes(file)));
  return may ? kept : [];
}

/** Folders of the system, in which there are loaders and shells by many names. */
export const INSTALLED =
  /^\/+(usr|lib\w*|bin|sbin|etc|dev|proc|sys|run|boot|snap|nix|var|System|Library|Applications)(\/|$)/;

/** A program that the template names by its own path, and not one that is installed: its author knows what it does. */
function isOwn(written: string): boolean {
  const folders = written.split('/').slice(0, -1);
  if (folders.length === 0 || folders.includes('..') || INSTALLED.test(written)) return false;
  return !folders.some((folder) => /^(\.?bin|sbin|libexec|dev|proc|games)$/.test(folder));
}

function judgeOwn(name: string, rest: readonly CommandWord[]): Judgement {
  const end = rest.findIndex(({ text }) => text === '--');
  return all(...(end < 0 ? rest : rest.slice(0, end)).map((word) => judgeOperand(word, name)));
}

/** Steps over the options of a program that runs another command. */
function judgeRunner(
  name: string,
  runner: Runner,
  rest: readonly CommandWord[],
  fed: readonly Source[],
  known: KnownPrograms,
): Judgement {
  if (name === 'command' && /^-[vV]$/.test(rest[0]?.text ?? '')) return FINE;
  const read = readOptions(
    rest.map(({ text, literal }) => (literal ? plainWord(text) : unknownWord(text))),
    0,
    runner,
  );
  const odd = read.strange ?? read.given.find((option) => !runner.inTemplates?.includes(option.name))?.name;
  if (odd !== undefined || runner.inTemplates === undefined) return notFollowed(name, odd ?? '', rest, fed, known);
  let start = read.end;
  for (; runner.assigns && /^\w+=/.test(rest[start]?.prefix ?? ''); start++) {
    const set = danger(
      rest[start]?.sources ?? [],
      `is set for a command by ${name}`,
      'Set it with = before the command.',
    );
    if (set.dangers.length > 0) return set;
  }
  const next = rest[start]?.text ?? '';
  if (next.startsWith('-') && !(name === 'env' && next === '-')) return notFollowed(name, next, rest, fed, known);
  start += runner.skip ?? 0;
  const before = danger(sourcesOf(rest.slice(0, start)), `is given to ${name} itself`, WRITE_IT);
  return all(before, judgeCommand(rest.slice(start), fed, known));
}

/** xargs makes arguments of its input, as many as there are words in it. */
function judgeXargs(
  runner: Runner,
  rest: readonly CommandWord[],
  fed: readonly Source[],
  known: KnownPrograms,
): Judgement {
  const read = readOptions(
    rest.map(({ text, literal }) => (literal ? plainWord(text) : unknownWord(text))),
    0,
    runner,
  );
  const odd = read.strange ?? read.given.find((option) => !runner.inTemplates?.includes(option.name))?.name;
  if (odd !== undefined) return notFollowed('xargs', odd, rest, fed, known);
  const before = danger(sourcesOf(rest.slice(0, read.end)), 'is given to xargs itself', WRITE_IT);
  const inner = rest.slice(read.end);
  if (inner.length === 0) return before;
  const mark = read.given.find((option) => option.name === 'I' || option.name === 'i')?.value?.text;
  if (mark === undefined) {
    return all(before, { ...judgeCommand([...inner, madeWord('…', fed)], [], known), repeats: true });
  }
  const filled = inner.map((word) =>
    word.text.includes(mark) && fed.length > 0
      ? { ...fillIn(word, mark, [...word.sources, ...fed]), splits: false }
      : word,
  );
  return all(before, { ...judgeCommand(filled, [], known), repeats: true });
}

/** A word in which a mark is replaced by something of a caller's. */
function fillIn(word: CommandWord, mark: string, sources: readonly Source[]): CommandWord {
  const at = word.prefix.indexOf(mark);
  const prefix = at < 0 ? word.prefix : word.prefix.slice(0, at);
  return { ...word, literal: false, sources, prefix, lead: at <= 0 ? 'unknown' : word.lead };
}

function notFollowed(
  name: string,
  option: string,
  rest: readonly CommandWord[],
  fed: readonly Source[],
  { environment }: KnownPrograms,
): Judgement {
  const why = `is given to a command that ${`${name} ${option}`.trim()} runs, which is not followed`;
  const given = [...sourcesOf(rest), ...fed, ...environment];
  return all(danger(given, why, 'Call the command without it.'), runsAnything(name, given));
}

/** The commands of find -exec, with the names that were found. */
function judgeFind(rest: readonly CommandWord[], given: readonly Source[], known: KnownPrograms): Judgement {
  return all(
    ...commandsOfFind(rest).map(([start, end]) => {
      const command = rest.slice(start, end).map((word): CommandWord => {
        if (!word.text.includes('{}') || given.length === 0) return word;
        // A name that is found starts with the folder that was given, which does not start with a dash.
        return { ...fillIn(word, '{}', given), splits: false, lead: 'template' };
      });
      return { ...judgeCommand(command, [], known), repeats: true };
    }),
  );
}

function commandsOfFind(rest: readonly CommandWord[]): readonly (readonly [number, number])[] {
  const exec = programNamed('find').execOption;
  const found: (readonly [number, number])[] = [];
  for (let index = 0; index < rest.length; index++) {
    if (!exec?.test(rest[index]?.text ?? '')) continue;
    const length = rest.slice(index + 1).findIndex(({ text }) => text === ';' || text === '+');
    const end = length < 0 ? rest.length : index + 1 + length;
    found.push([index + 1, end]);
    index = end;
  }
  return found;
}

function withoutCommands(rest: readonly CommandWord[]): readonly CommandWord[] {
  const ranges = commandsOfFind(rest);
  return rest.filter((_, index) => !ranges.some(([start, end]) => index >= start - 1 && index <= end));
}

/** `tar cf a.tar x`: the first word is options without a dash, whose values follow in their order. */
function expandOldStyle(rest: readonly CommandWord[]): readonly CommandWord[] {
  const [first, ...others] = rest;
  if (!first?.literal || !/^[A-Za-z]+$/.test(first.text)) return rest;
  const values = [...others];
  const expanded = first.text.split('').flatMap((letter): readonly CommandWord[] => {
    const option = { ...first, text: `-${letter}`, prefix: `-${letter}` };
    if (!/[fCbTXKVLIFNgH]/.test(letter)) return [option];
    const value = values.shift();
    return value ? [option, value] : [option];
  });
  return [...expanded, ...values];
}
