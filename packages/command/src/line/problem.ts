import { CommandError } from '../errors.ts';

export interface Place {
  readonly line: string;
  readonly start: number;
  readonly end: number;
}

export interface ProblemOptions {
  readonly hint?: string;
  /** What should stand at the place instead; gives a corrected line. */
  readonly replacement?: string;
  readonly details?: object;
}

const LONGEST_EXCERPT = 200;
/** A longer line is not shown again. */
const LONGEST_CORRECTED = 2_000;

/** An error in the words of a line: it says where, shows the place, and corrects the line where that can be done. */
export function lineProblem(message: string, place: Place, options: ProblemOptions = {}): CommandError {
  const { line, start, end } = place;
  const replaced =
    options.replacement === undefined ? undefined : line.slice(0, start) + options.replacement + line.slice(end);
  // To repeat what was typed corrects nothing.
  const corrected = replaced === line || (replaced?.length ?? 0) > LONGEST_CORRECTED ? undefined : replaced;
  const hint = [options.hint, corrected === undefined ? undefined : `Corrected: ${corrected}`]
    .filter(Boolean)
    .join(' ');
  return new CommandError('INVALID_INPUT', `${message} (at character ${start + 1})`, {
    ...(hint ? { hint } : {}),
    details: {
      position: start,
      length: Math.max(1, end - start),
      excerpt: pointAt(place),
      ...(corrected === undefined ? {} : { corrected }),
      ...options.details,
    },
  });
}

/** The part of the line around a place, with carets under it. */
function pointAt({ line, start, end }: Place): string {
  const from = Math.max(0, start - 40);
  const to = Math.min(line.length, Math.max(end, start + 1) + 20, from + LONGEST_EXCERPT);
  const shown = line.slice(from, to).replace(/\s/g, ' ');
  return `${shown}\n${' '.repeat(start - from)}${'^'.repeat(Math.max(1, Math.min(end, to) - start))}`;
}
