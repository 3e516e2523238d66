import { graphemes } from '../../text/width.ts';

/** A command as it was typed, taken apart. */
export interface VimCommand {
  /** 1 unless told. */
  readonly count: number;
  readonly counted: boolean;
  readonly operator?: 'd' | 'c' | 'y';
  /** A motion, a text object, the operator again for whole lines, or a command of its own. */
  readonly verb: string;
  /** The character after `f`, `t`, `r`, `i(` and their like. */
  readonly character?: string;
}

const MOTION = /^(?:[hjklwbeWBE0^$G;, %{}]|g[geE])$/;
const COMMAND = /^[xXsSDCYpPuoOiaIA~J.vV]$/;
const WITH_CHARACTER = /^[fFtT]$/;

/** The command; `unfinished` while more may follow, undefined when it can become none. In a selection, operators stand alone. */
export function parseCommand(typed: string, isSelecting: boolean): VimCommand | 'unfinished' | undefined {
  const [, first = '', operator, second = '', rest = ''] =
    /^([1-9]\d*)?(?:([dcy])([1-9]\d*)?)?(.*)$/s.exec(typed) ?? [];
  const counted = first !== '' || second !== '';
  const base = { count: Number(first || 1) * Number(second || 1), counted };
  if (operator !== undefined && isSelecting) return rest === '' ? { ...base, verb: operator } : undefined;
  if (rest === '' || rest === 'g') return 'unfinished';
  const [verb = '', character, ...more] = rest.startsWith('g') ? [rest] : graphemes(rest);
  if (more.length > 0) return undefined;
  const given = operator === undefined ? base : { ...base, operator: operator as 'd' | 'c' | 'y' };
  const isObject = (operator !== undefined || isSelecting) && /^[ia]$/.test(verb);
  const takesCharacter = WITH_CHARACTER.test(verb) || isObject || (verb === 'r' && operator === undefined);
  if (takesCharacter) return character === undefined ? 'unfinished' : { ...given, verb, character };
  if (character !== undefined) return undefined;
  if (isSelecting && verb === 'U') return { ...given, verb };
  if (MOTION.test(verb) || (operator === undefined ? COMMAND.test(verb) : verb === operator)) return { ...given, verb };
  return undefined;
}
