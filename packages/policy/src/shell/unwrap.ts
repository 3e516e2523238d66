import { baseName, programOf, type ShellWord, UNKNOWN, unknownWord } from './line.ts';
import { type Options, readOptions } from './options.ts';
import { ownCommand } from './own-command.ts';
import type { Program, Runner } from './program.ts';
import { programNamed } from './programs.ts';

/** What a command starts: another command, the text of a script, or something that cannot be told. */
export type Inside =
  | {
      readonly kind: 'command';
      readonly words: readonly ShellWord[];
      readonly assignments?: readonly ShellWord[];
      /** The words before it, where they give it more rights. */
      readonly through?: readonly ShellWord[];
    }
  | { readonly kind: 'script'; readonly text: string; readonly exact: boolean }
  | { readonly kind: 'unknown'; readonly why: string };

export interface Unwrapped {
  /** The command does nothing of its own: to judge what it starts is to judge it. */
  readonly starts: boolean;
  readonly inside: readonly Inside[];
}

const NOTHING: Unwrapped = { starts: false, inside: [] };

/** What a simple command starts. `input` is the text of a here-document that it is given. */
export function unwrap(words: readonly ShellWord[], input: ShellWord | undefined): Unwrapped {
  const program = baseName(programOf(words)).toLowerCase();
  const { shell, obscure, runs, execOption } = programNamed(program);
  if (shell === 'parsed') return ofShell(words, input);
  if (shell === 'other' || obscure === 'command') return unknown(`${program} runs what it is given`);
  if (execOption) return { starts: false, inside: program === 'find' ? ofFind(words, execOption) : ofFd(words) };
  switch (program) {
    case 'xargs':
      return ofXargs(words, runs);
    case 'trap':
      return words.length > 2 ? { starts: false, inside: [script(words.slice(1, 2))] } : NOTHING;
    case 'alias':
      return { starts: false, inside: words.slice(1).flatMap(ofAlias) };
    case 'source':
    case '.':
      return isFed(words[1]) ? unknown(`${program} runs what it is fed`) : NOTHING;
    case 'git':
      return { starts: false, inside: ofGit(words) };
  }
  const own = ownCommand(words);
  if (own) return { starts: false, inside: ofOwnCommand(own) };
  return runs ? ofRunner(program, runs, words) : NOTHING;
}

function unknown(why: string): Unwrapped {
  return { starts: false, inside: [{ kind: 'unknown', why }] };
}

function script(words: readonly ShellWord[]): Inside {
  return {
    kind: 'script',
    text: words.map(({ text }) => text).join(' '),
    exact: words.every(({ holds }) => holds === 'text'),
  };
}

function ofRunner(program: string, runner: Runner, words: readonly ShellWord[]): Unwrapped {
  const options = readOptions(words, 1, {
    flags: runner.flags ?? [],
    valued: [...(runner.valued ?? []), ...scriptOptions(runner)],
  });
  if (program === 'command' && options.strange !== undefined) return NOTHING;
  const text = options.given.find(({ name }) => scriptOptions(runner).includes(name))?.value;
  let end = options.end;
  const assignments: ShellWord[] = [];
  if (runner.assigns) {
    for (let word = words[end]; word && /^\w+=/.test(word.text); word = words[++end]) assignments.push(word);
  }
  end += runner.skip ?? 0;
  const rest = words.slice(end);
  const shell = options.given.find(({ name }) => runner.unclear?.includes(name))?.name;
  const unclear = shell && `${shell.length === 1 ? '-' : '--'}${shell}`;
  const doubt = strangeOption(words, { ...options, strange: options.strange ?? unclear }, end);
  if (runner.script === true) {
    return rest.length === 0 ? NOTHING : { starts: true, inside: [...doubt, script(rest)] };
  }
  // `su root -c '…'` and `flock file -c '…'`: the option may also stand behind.
  const late = typeof runner.script === 'string' && rest[0]?.text === `-${runner.script}` ? rest[1] : undefined;
  const line = text ?? late;
  if (line) return { starts: runner.raises !== true, inside: [...doubt, script([line])] };
  if (rest.length === 0) return { starts: false, inside: strangeOption(words, options, end) };
  const through = runner.raises ? words.slice(0, end) : [];
  return { starts: true, inside: [...doubt, { kind: 'command', words: rest, assignments, through }] };
}

function scriptOptions({ script: option }: Runner): readonly string[] {
  if (typeof option !== 'string') return [];
  return option === 'S' ? ['S', 'split-string'] : [option, 'command'];
}

/** Where the command begins is sure only if every option before it is known. */
function strangeOption(words: readonly ShellWord[], { strange }: Options, end: number): readonly Inside[] {
  const open = strange ?? words.slice(1, end).find(({ holds }) => holds === 'anything')?.text;
  return open === undefined ? [] : [{ kind: 'unknown', why: `what ${programOf(words)} ${open} runs cannot be told` }];
}

const SHELL_OPTIONS = {
  flags: (
    'a b e f h i k l m n p r t u v x B C D E H P T c s ' +
    'login norc noprofile posix verbose restricted no-rcs noediting'
  ).split(' '),
  valued: ['o', 'O'],
};

function ofShell(words: readonly ShellWord[], input: ShellWord | undefined): Unwrapped {
  const options = readOptions(words, 1, SHELL_OPTIONS);
  if (words.length === 2 && /^--(version|help)$/.test(words[1]?.text ?? '')) return NOTHING;
  const doubt = strangeOption(words, options, options.end);
  const given = (name: string) => options.given.some((option) => option.name === name);
  const first = words[options.end];
  if (given('c')) {
    const text: Inside = first ? script([first]) : { kind: 'unknown', why: 'no script is given' };
    return { starts: doubt.length === 0, inside: [...doubt, text] };
  }
  if (first && !given('s')) {
    return isFed(first) ? unknown('a shell runs what it is fed') : { starts: false, inside: doubt };
  }
  if (!input) return unknown('a shell runs what it is fed');
  return { starts: doubt.length === 0, inside: [...doubt, script([input])] };
}

/** A script that does not lie in a file of its own. */
function isFed(word: ShellWord | undefined): boolean {
  return word === undefined || word.holds !== 'text' || /^(-|\/dev\/|\/proc\/)/.test(word.text);
}

function ofXargs(words: readonly ShellWord[], runner: Program['runs']): Unwrapped {
  const options = readOptions(words, 1, runner ?? {});
  const rest = words.slice(options.end);
  const replaced = options.given.find(({ name }) => name === 'I' || name === 'J' || name === 'replace');
  const mark = replaced?.value?.text ?? '{}';
  const filled = rest.map((word) => (replaced && word.text.includes(mark) ? fill(word, mark) : word));
  const doubt = strangeOption(words, options, options.end);
  if (rest.length === 0) return { starts: false, inside: doubt };
  const command: Inside = { kind: 'command', words: [...filled, unknownWord('…')] };
  return { starts: true, inside: [...doubt, command] };
}

/** A word in which a mark is replaced by something that is not known yet. */
function fill(word: ShellWord, mark: string): ShellWord {
  return { text: word.text, form: word.form.replaceAll(mark, UNKNOWN), holds: 'anything' };
}

function ofFind(words: readonly ShellWord[], execOption: RegExp): readonly Inside[] {
  const inside: Inside[] = [];
  for (let index = 1; index < words.length; index++) {
    if (!execOption.test(words[index]?.text ?? '')) continue;
    const start = index + 1;
    const length = words.slice(start).findIndex(({ text }) => text === ';' || text === '+');
    const end = length < 0 ? words.length : start + length;
    const command = words.slice(start, end).map((word): ShellWord => {
      if (word.text !== '{}') return word.text.includes('{}') ? fill(word, '{}') : word;
      return { ...fill(word, '{}'), ...startsOf(words), below: true };
    });
    if (command.length > 0) inside.push({ kind: 'command', words: command });
    index = end;
  }
  return inside;
}

/** The folders that find starts in. */
function startsOf(words: readonly ShellWord[]): Pick<ShellWord, 'shapes'> {
  const end = words.findIndex(({ text }, index) => index > 0 && /^(-[^HLPOD]|[!(])/.test(text));
  const starts = words.slice(1, end).filter(({ text }) => !text.startsWith('-'));
  if (starts.some(({ shapes }) => !shapes)) return {};
  return { shapes: starts.length === 0 ? ['.'] : starts.flatMap(({ shapes = [] }) => shapes) };
}

function ofFd(words: readonly ShellWord[]): readonly Inside[] {
  const start = words.findIndex(({ text }) => /^(-[^-]*[xX]|--exec(-batch)?)$/.test(text)) + 1;
  const glued = words.some(({ text }) => /^--exec(-batch)?=|^-[^-]*[xX]./.test(text));
  if (glued) return [{ kind: 'unknown', why: 'fd runs a command' }];
  if (start === 0) return [];
  const command = words.slice(start).map((word) => (word.text.includes('{') ? fill(word, '{}') : word));
  return [{ kind: 'command', words: [...command, unknownWord('…')] }];
}

function ofAlias(word: ShellWord): readonly Inside[] {
  const equals = word.text.indexOf('=');
  if (equals < 0) return [];
  return [{ kind: 'script', text: word.text.slice(equals + 1), exact: word.holds === 'text' }];
}

const RUNS_PROGRAMS = /^(alias\.)|pager|editor|command|fsmonitor|hookspath|helper|textconv|external|askpass|driver/i;

/** `git -c alias.x='!rm y' x` runs whatever the setting says. */
function ofGit(words: readonly ShellWord[]): readonly Inside[] {
  for (let index = 1; index < words.length; index++) {
    const text = words[index]?.text ?? '';
    if (!text.startsWith('-')) return [];
    if (text !== '-c' && text !== '--config-env' && !text.startsWith('--config-env=')) {
      if (text === '-C') index++;
      continue;
    }
    const setting = words[++index];
    if (!setting || setting.holds !== 'text' || RUNS_PROGRAMS.test(setting.text)) {
      return [{ kind: 'unknown', why: `git ${text} may name a program` }];
    }
  }
  return [];
}

/** `helve terminal exec --command 'git push'` runs a shell line. */
function ofOwnCommand(words: readonly ShellWord[]): readonly Inside[] {
  return words.flatMap((word, index): readonly Inside[] => {
    const glued = /^--command=(.*)$/s.exec(word.text)?.[1];
    if (glued !== undefined) return [{ kind: 'script', text: glued, exact: word.holds === 'text' }];
    const next = words[index + 1];
    return word.text === '--command' && next ? [script([next])] : [];
  });
}
