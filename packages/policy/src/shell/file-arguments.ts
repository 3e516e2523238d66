import type { Access } from '@helve/command';
import { baseName, type Below, programOf, type ShellWord } from './line.ts';
import { type OptionLists, readOptions } from './options.ts';
import type { Program } from './program.ts';
import { programNamed } from './programs.ts';
import { readsOnlyGit } from './read-only-git.ts';

/** Something in a command that is a path, and what is done to it. */
export interface FileArgument {
  /** The paths that it may be; absent: any. */
  readonly shapes: readonly string[] | undefined;
  readonly access: Access;
  readonly below?: Below | undefined;
  /** It may also be no path. */
  readonly maybe?: true;
}

/** The paths among the words of a command. Of a program that is not in the table, any word may be one. */
export function fileArguments(words: readonly ShellWord[]): readonly FileArgument[] {
  const name = baseName(programOf(words));
  const program = programNamed(name);
  const rest = words.slice(1);
  if (program.files === 'none') return [];
  if (program.runs) {
    const own = ownWords(words, program.runs);
    const values = own
      .filter(({ text }) => !text.startsWith('-'))
      .map(({ shapes }) => ({ shapes, access: 'read' as const }));
    return [...values, ...maybe(own, BOTH)];
  }
  if (program.files === undefined) return maybe(rest, name === 'git' && readsOnlyGit(words) ? READ : BOTH);
  const below = belowOf(program, rest);
  const named = namedFiles(program, words).map((each) => (each.maybe ? each : { ...each, below: each.below ?? below }));
  const starts: readonly FileArgument[] =
    below && !named.some(({ access }) => access === 'read') ? [{ shapes: ['.'], access: 'read', below }] : [];
  const isNoFile = ({ text }: ShellWord) => program.options?.valued?.some((option) => text.startsWith(`--${option}=`));
  const glued = rest
    .filter((word) => /^-./.test(word.text) && !isNoFile(word))
    .flatMap((word) => candidates(word, true));
  return [
    ...named,
    ...starts,
    ...glued.map((shapes): FileArgument => ({ shapes, access: 'read', below, maybe: true })),
  ];
}

/** Whether a program of the table may touch files that none of its words names. */
export function isIndirect(words: readonly ShellWord[]): boolean {
  const { indirect, files } = programNamed(baseName(programOf(words)));
  const rest = words.slice(1);
  if (indirect && rest.some(({ text }) => indirect.test(text))) return true;
  const mayBeOption = ({ holds, shapes }: ShellWord) =>
    holds === 'anything' && shapes?.some((shape) => shape.startsWith('-'));
  return files !== undefined && files !== 'none' && rest.some(mayBeOption);
}

const EVERYTHING: Below = { hidden: true, links: true };
const READ: readonly Access[] = ['read'];
const BOTH: readonly Access[] = ['read', 'write'];

function maybe(words: readonly ShellWord[], accesses: readonly Access[]): readonly FileArgument[] {
  return words.flatMap((word) =>
    candidates(word, false).flatMap((shapes) =>
      accesses.map((access): FileArgument => ({ shapes, access, maybe: true })),
    ),
  );
}

/** The words of a runner that do not belong to the command that it runs. */
function ownWords(words: readonly ShellWord[], runner: NonNullable<Program['runs']>): readonly ShellWord[] {
  const { end } = readOptions(words, 1, runner);
  return words.slice(1, end + (runner.skip ?? 0));
}

/** What in a word may be a path: all of it, or what follows an option's letters or a sign as in `if=x` and `@x`. */
function candidates({ shapes = [], text }: ShellWord, onlyParts: boolean): readonly (readonly string[])[] {
  const parts = shapes.flatMap((shape) => {
    const letters = /^-[A-Za-z\d]+/.exec(shape)?.[0].length ?? 0;
    const glued = Array.from({ length: Math.max(0, letters - 1) }, (_, index) => shape.slice(index + 2));
    const signs = [...shape.matchAll(/[=@:,]/g)].map(({ index }) => shape.slice(index + 1));
    return [...glued, ...(letters > 0 ? [shape.slice(letters)] : []), ...signs].filter((part) => part !== '');
  });
  const whole = onlyParts || text.startsWith('-') ? [] : shapes;
  return [...whole, ...parts].slice(0, MOST_CANDIDATES).map((each) => [each]);
}

/** Words of a kilobyte are no paths. */
const MOST_CANDIDATES = 200;

function belowOf({ recurses, skipsHidden, followsLinks }: Program, rest: readonly ShellWord[]): Below | undefined {
  const given = (option: true | RegExp | undefined) =>
    option === true || rest.some(({ text, holds }) => option?.test(text) || holds === 'anything');
  if (recurses === undefined || !given(recurses)) return undefined;
  return { hidden: !skipsHidden || given(skipsHidden), links: followsLinks !== undefined && given(followsLinks) };
}

function namedFiles({ files, options }: Program, words: readonly ShellWord[]): readonly FileArgument[] {
  const all = words.slice(1);
  const texts = all.map(({ text }) => text);
  const dashes = texts.indexOf('--');
  const isOption = (text: string, index: number) => text.startsWith('-') && (dashes < 0 || index <= dashes);
  const plain = all.filter(({ text }, index) => !isOption(text, index));
  const every = (access: Access, some: readonly ShellWord[]) =>
    some.map(({ shapes, below }) => ({ shapes, access, below: below && EVERYTHING }));
  switch (files) {
    case 'read':
    case 'write':
      return every(files, plain);
    case 'mode':
      return every('write', plain.slice(1));
    case 'pattern': {
      const inPlace = programOf(words).endsWith('sed') && texts.some((text) => /^(-[^-]*i|--in-place)/.test(text));
      return every(inPlace ? 'write' : 'read', withoutPattern(all, options ?? {}));
    }
    case 'move':
    case 'copy': {
      const into = texts.findIndex((text) => text === '-t' || text === '--target-directory');
      const target = into < 0 ? plain.at(-1) : all[into + 1];
      const sources = plain.filter((word) => word !== target);
      return [
        ...every('read', sources),
        ...every('write', [...(files === 'move' ? sources : []), ...(target ? [target] : [])]),
      ];
    }
    case 'find': {
      const end = texts.findIndex((text) => /^(-[^HLPOD]|[!(])/.test(text));
      const starts = all.slice(0, end < 0 ? undefined : end).filter(({ text }) => !text.startsWith('-'));
      const others = end < 0 ? [] : all.slice(end);
      return [
        ...every(texts.includes('-delete') ? 'write' : 'read', starts),
        ...maybe(others, texts.includes('-delete') ? BOTH : READ),
      ];
    }
    case 'dd':
      return all.flatMap(ddArgument);
    case 'download': {
      const target = texts.findIndex((text) => /^(-[^-]*[oO]|--output|--output-document)$/.test(text));
      const word = target < 0 ? undefined : all[target + 1];
      return [...(word ? every('write', [word]) : []), ...maybe(all, BOTH)];
    }
    default:
      return [];
  }
}

/** The operands behind the first, which is a pattern. If an option is not known, all of them: it may be the pattern. */
function withoutPattern(all: readonly ShellWord[], lists: OptionLists): readonly ShellWord[] {
  const operands: ShellWord[] = [];
  let sure = true;
  for (let index = 0; index < all.length; ) {
    const { end, strange, given } = readOptions(all, index, lists);
    const ended = all.slice(index, end).some(({ text }) => text === '--');
    sure &&= strange === undefined && given.every(({ name }) => name !== 'e' && name !== 'f');
    const operand = all[end];
    if (ended) {
      operands.push(...all.slice(end));
      break;
    }
    if (operand) operands.push(operand);
    if (operands.length === 1) sure &&= operand?.holds !== 'anything' || operand.shapes !== undefined;
    index = end + 1;
  }
  return sure ? operands.slice(1) : operands;
}

function ddArgument({ shapes }: ShellWord): readonly FileArgument[] {
  if (!shapes) return [{ shapes: undefined, access: 'read' }];
  return shapes.flatMap((shape): readonly FileArgument[] => {
    const [, name, path = ''] = /^(if|of)=(.*)$/s.exec(shape) ?? [];
    return name === undefined ? [] : [{ shapes: [path], access: name === 'if' ? 'read' : 'write' }];
  });
}
