import type { ShellWord } from './line.ts';

/** Options at the beginning of a program's arguments, and where they end. */
export interface Options {
  /** Each option that was given, without dashes, with its value if it takes one. */
  readonly given: readonly { readonly name: string; readonly value: ShellWord | undefined }[];
  /** The index of the first word that is no option. */
  readonly end: number;
  /** An option that is not in the lists: whether the next word belongs to it is not known. */
  readonly strange: string | undefined;
}

export interface OptionLists {
  readonly flags?: readonly string[];
  readonly valued?: readonly string[];
}

/** Reads the options from `start` up to the first word that is none, as getopt does. */
export function readOptions(words: readonly ShellWord[], start: number, lists: OptionLists): Options {
  const given: { name: string; value: ShellWord | undefined }[] = [];
  const isFlag = (name: string) => lists.flags?.includes(name) ?? false;
  const isValued = (name: string) => lists.valued?.includes(name) ?? false;
  let strange: string | undefined;
  let index = start;
  for (; index < words.length; index++) {
    const word = words[index];
    if (!word || !/^[-+]./.test(word.text) || word.holds === 'anything') break;
    const { text } = word;
    if (text === '--') {
      index++;
      break;
    }
    if (text.startsWith('--')) {
      const [name, value] = split(text.slice(2));
      if (value !== undefined) given.push({ name, value: part(value) });
      else if (isValued(name)) given.push({ name, value: words[++index] });
      else {
        if (!isFlag(name)) strange ??= text;
        given.push({ name, value: undefined });
      }
      continue;
    }
    if (/^-\d+$/.test(text)) {
      given.push({ name: text.slice(1), value: undefined });
      continue;
    }
    for (let at = 1; at < text.length; at++) {
      const name = text.charAt(at);
      const rest = text.slice(at + 1);
      if (isValued(name)) {
        given.push({ name, value: rest === '' ? words[++index] : part(rest) });
        break;
      }
      if (!isFlag(name)) strange ??= text;
      given.push({ name, value: undefined });
    }
  }
  return { given, end: Math.min(index, words.length), strange };
}

function split(option: string): readonly [string, string | undefined] {
  const equals = option.indexOf('=');
  return equals < 0 ? [option, undefined] : [option.slice(0, equals), option.slice(equals + 1)];
}

/** A value that is glued to its option is known only as text. */
function part(text: string): ShellWord {
  return { text, form: text, holds: 'text' };
}
