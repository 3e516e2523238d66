import type { CommandWord } from './command-words.ts';
import type { Effect } from './effect.ts';
import type { Source } from './taint.ts';

/** Why something of a caller's must not stand where it does. */
export interface Danger {
  readonly source: Source;
  readonly why: string;
  readonly hint: string;
}

/** An argument whose value must not match, because it would not be read as a value. */
export interface Demand {
  readonly name: string;
  readonly refused: RegExp;
  readonly why: string;
  readonly hint: string;
}

/** What a command does with what it is given. */
export interface Judgement {
  readonly dangers: readonly Danger[];
  readonly demands: readonly Demand[];
  /** Shell text in it that must be judged too, and what of a caller's it may read from its input. */
  readonly scripts: readonly { readonly text: string; readonly fed: readonly Source[] }[];
  readonly effects: readonly Effect[];
  /** What it does is done for each of several words, so that an effect may come before another of its own. */
  readonly repeats?: boolean;
}

export const FINE: Judgement = { dangers: [], demands: [], scripts: [], effects: [] };

export function danger(sources: readonly Source[], why: string, hint: string): Judgement {
  return sources.length === 0 ? FINE : { ...FINE, dangers: sources.map((source) => ({ source, why, hint })) };
}

/** It may run anything, whatever it is given. */
export function runsAnything(program: string, given: readonly Source[]): Judgement {
  return { ...FINE, effects: [{ type: 'runs', program, what: 'anything', given }] };
}

export function runsFile(program: string, path: string, given: readonly Source[]): Judgement {
  return { ...FINE, effects: [{ type: 'runs', program, what: { path }, given }] };
}

export function all(...judgements: readonly Judgement[]): Judgement {
  return {
    dangers: judgements.flatMap(({ dangers }) => dangers),
    demands: judgements.flatMap(({ demands }) => demands),
    scripts: judgements.flatMap(({ scripts }) => scripts),
    effects: judgements.flatMap(({ effects }) => effects),
    repeats: judgements.some(({ repeats }) => repeats === true),
  };
}

/** Judges a word that a program would read as an option if it started with a dash. */
export function judgeOperand({ lead, splits, sources }: CommandWord, program: string): Judgement {
  if (sources.length === 0 || (lead === 'template' && !splits)) return FINE;
  const hint = `Put -- before it if ${program} knows that, ./ if it is a file, or attach it to its option (--name=value).`;
  if (lead === 'unknown' || splits) {
    const text = splits
      ? 'may become several words, options among them'
      : 'may start with a dash and be read as an option';
    return danger(sources, text, splits ? `Write it in double quotes. ${hint}` : hint);
  }
  const why = `would be read as an option of ${program}`;
  const names = lead === 'template' ? [] : lead;
  return { ...FINE, demands: names.map((name) => ({ name, refused: /^-/, why, hint })) };
}
