import type * as v from 'valibot';
import type { Declaration } from '../command.ts';
import { CommandError } from '../errors.ts';
import { valibotInput } from '../input.ts';
import { validate } from '../validate.ts';
import { ArgumentReader } from './arguments.ts';
import { explained } from './flag-mistake.ts';
import type { Globals } from './globals.ts';
import { isPrefix } from './prefix.ts';
import { fromArguments } from './tokenize.ts';

/**
 * A word of the terminal that is no command, such as `mcp`, with flags of its own. It is declared as commands are: help,
 * completion and hints follow from that.
 */
export interface WordDeclaration<Input = object> extends Declaration<Input> {
  readonly summary: string;
  /** The words that it takes, as help shows them: `<id>`; absent: none. */
  readonly words?: string;
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

/** Reads all arguments of a process whose first word is this one. */
export async function readWord<Input extends object>(
  declaration: WordDeclaration<Input>,
  args: readonly string[],
): Promise<WordArguments<Input>> {
  const reader = new ArgumentReader(fromArguments(args), 0);
  try {
    reader.readFlags(declaration);
  } catch (thrown) {
    throw await explained(thrown);
  }
  const { path, examples } = declaration;
  const all = reader.words.map(({ text }) => text);
  const behind = all[0] !== undefined && isPrefix(all[0]) ? all.slice(1) : all;
  const words = behind[0] === path ? behind.slice(1) : behind;
  if (words.length > 0 && declaration.words === undefined) {
    throw new CommandError('INVALID_INPUT', `${path} does not understand ${words[0]}`, {
      hint: examples[0] ? `For example: ${examples[0]}` : undefined,
    });
  }
  const { input } = await validate(declaration, reader.input);
  return { input, given: new Set(Object.keys(reader.input)), words, globals: reader.globals };
}
