import type { Program } from '@helve/policy';
import { type CommandWord, sourcesOf } from './command-words.ts';
import { type KnownPrograms, mayBeWritten } from './known-programs.ts';
import { all, danger, FINE, type Judgement, runsAnything, runsFile } from './judgement.ts';
import type { Source } from './taint.ts';

export const AS_ARGUMENT = `Give it to a script as an argument: bash -c 'echo "$1"' _ UTCP_ARG_name_UTCP_END`;

/** Shells that read the language that is parsed here. zsh, ksh and others expand and evaluate in other places. */
const PARSED = /^(ba|da|a)?sh$/;

/** Judges a shell: its script is judged too, and what follows the script are the arguments of the script. */
export function judgeShell(
  name: string,
  shell: NonNullable<Program['shell']>,
  rest: readonly CommandWord[],
  fed: readonly Source[],
  { environment, files, anyFile }: Pick<KnownPrograms, 'environment' | 'files' | 'anyFile'>,
): Judgement {
  const why = `is run by ${name}`;
  const { index, command, input, strange } = readShellOptions(rest);
  const operand = rest[index];
  const before = danger(sourcesOf(rest.slice(0, index + 1)), why, AS_ARGUMENT);
  if (strange !== undefined || before.dangers.length > 0) {
    return all(before, danger([...sourcesOf(rest), ...fed], why, AS_ARGUMENT), runsAnything(name, fed));
  }
  if (!command) {
    const reads = operand === undefined || input || !operand.literal || isStream(operand.text);
    const given = [...sourcesOf(rest), ...fed, ...environment];
    if (reads) return all(danger([...sourcesOf(rest), ...fed], why, AS_ARGUMENT), runsAnything(name, given));
    return anyFile ? mayBeWritten(operand.text, files) : runsFile(name, operand.text, given);
  }
  if (!operand?.literal || shell === 'other' || !PARSED.test(name)) {
    const hint = PARSED.test(name)
      ? AS_ARGUMENT
      : `Write the script for bash or sh, or put it in a file: ${name} file.${name} UTCP_ARG_…`;
    const given = [...sourcesOf(rest), ...fed, ...environment];
    return all(danger(given, `is given to a script for ${name} that is not followed`, hint), runsAnything(name, given));
  }
  return { ...FINE, scripts: [{ text: operand.text, fed }] };
}

function readShellOptions(rest: readonly CommandWord[]) {
  let command = false;
  let input = false;
  let strange: string | undefined;
  let index = 0;
  for (; index < rest.length; index++) {
    const word = rest[index];
    if (!word || !/^[-+]/.test(word.text) || word.text === '-') break;
    if (!word.literal) strange ??= word.text;
    if (word.text === '--') {
      index++;
      break;
    }
    if (word.text.startsWith('--')) {
      if (!/^--(login|norc|noprofile|posix|verbose|noediting|restricted)$/.test(word.text)) strange ??= word.text;
    } else {
      if (/[^befhiklmnoOprtuvxBCDEHPTcs+-]/.test(word.text)) strange ??= word.text;
      command ||= /^-.*c/.test(word.text);
      input ||= /^-.*[si]/.test(word.text);
      if (/[oO]$/.test(word.text)) {
        index++;
        const option = rest[index];
        if (!option?.literal || option.text === 'allexport') strange ??= word.text;
      }
    }
  }
  return { index, command, input: input && !command, strange };
}

/** A file that is what a program reads from its input or from another program. */
export function isStream(path: string): boolean {
  return /^(-|\/dev\/|\/proc\/)/.test(path) || /(^|\/)(dev|proc)\//.test(path);
}
