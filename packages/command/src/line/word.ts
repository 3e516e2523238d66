import type * as v from 'valibot';
import type { Declaration } from '../command.ts';
import { CommandError } from '../errors.ts';
import { valibotInput, validate } from '../input.ts';
import { asFlag } from '../wording.ts';
import { ArgumentReader, fromArguments } from './arguments.ts';
import { explained } from './flag-mistake.ts';
import { GLOBAL_PARAMETERS, type Globals } from './globals.ts';
import { isPrefix } from './token.ts';

/**
 * A word of the terminal that is no command, such as `mcp`, with flags of its own. It is declared as commands are: help,
 * completion and hints follow from that.
 */
export interface WordDeclaration<Input = object> extends Declaration<Input> {
  readonly summary: string;
  /** The words that it takes, as help shows them: `<id>`; absent: none. */
  readonly words?: string;
  /** The flags of every line that have an effect here; absent: all of them. */
  readonly globals?: readonly (keyof Globals)[];
}

export function defineWord<const In extends v.ObjectSchema<v.ObjectEntries, undefined>>({
  input,
  ...word
}: Omit<WordDeclaration, 'input'> & { readonly input: In }): WordDeclaration<v.InferOutput<In>> {
  return { ...word, input: valibotInput(input) };
}

/** The arguments of a word, read by its declaration. */
export interface WordArguments<Input> {
  readonly input: Input;
  /** The names of parameters that were given. */
  readonly given: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly globals: Globals;
}

/** Whether arguments are nothing but flags of this declaration and their values, right or wrong. */
export function areFlagsOf({ input, globals = [] }: WordDeclaration, args: readonly string[]): boolean {
  const parameters = [
    ...input.parameters,
    ...GLOBAL_PARAMETERS.filter(({ name }) => globals.some((one) => one === name)),
  ];
  for (let index = 0; index < args.length; index++) {
    const [, dashes, name, attached] = /^(--?)([^=]+)(=.*)?$/s.exec(args[index] ?? '') ?? [];
    if (name === undefined) return false;
    const found = parameters.find(({ flag, also, short }) =>
      dashes === '--' ? flag === name || also?.includes(name) : short === name,
    );
    if (!found) return false;
    if (found.type !== 'boolean' && attached === undefined) index++;
  }
  return true;
}

/** Reads all arguments of a process whose first word is this one. */
export async function readWord<Input extends object>(
  declaration: WordDeclaration<Input>,
  args: readonly string[],
): Promise<WordArguments<Input>> {
  const reader = new ArgumentReader(fromArguments(args), args[0] !== undefined && isPrefix(args[0]) ? 1 : 0);
  try {
    if (args.includes(declaration.path)) reader.readWords(1);
    reader.readFlags(declaration);
  } catch (thrown) {
    throw await explained(thrown);
  }
  const { path, examples, globals = Object.keys(reader.globals) } = declaration;
  const help = `helve ${path || '-p'} --help`;
  const all = reader.words.map(({ text }) => text);
  const words = all[0] === path ? all.slice(1) : all;
  const [useless] = Object.keys(reader.globals).filter((name) => !(globals as readonly string[]).includes(name));
  if (useless !== undefined) {
    throw new CommandError('INVALID_INPUT', `${path} has no flag ${asFlag(useless)}`, {
      hint: `See: ${help}`,
    });
  }
  if (words.length > 0 && declaration.words === undefined) {
    throw new CommandError('INVALID_INPUT', `${path} does not understand ${words[0]}`, {
      hint: examples[0] ? `For example: ${examples[0]}` : undefined,
    });
  }
  const { input } = await validate(declaration, reader.input, help);
  return { input, given: new Set(Object.keys(reader.input)), words, globals: reader.globals };
}
