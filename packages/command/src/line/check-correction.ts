import { CommandError } from '../errors.ts';
import type { TokenizedLine } from './token.ts';
import { tokenize } from './tokenize.ts';

/**
 * The error with a corrected line that can be run. A line with several mistakes is corrected as a whole, and where that
 * fails no corrected line is offered.
 */
export async function checkCorrection(
  error: CommandError,
  { fromShell }: TokenizedLine,
  before: number,
  parse: (line: TokenizedLine) => Promise<unknown>,
): Promise<CommandError> {
  const corrected = error.details?.corrected;
  if (typeof corrected !== 'string') return error;
  if (before >= MOST_MISTAKES) return withCorrection(error, corrected, undefined);
  try {
    await parse(asGiven(tokenize(corrected), fromShell));
    return error;
  } catch (thrown) {
    const next = thrown instanceof CommandError ? thrown.details?.corrected : undefined;
    return withCorrection(error, corrected, typeof next === 'string' ? next : undefined);
  }
}

const MOST_MISTAKES = 8;

/** A shell takes the quotes off. */
function asGiven(line: TokenizedLine, fromShell: boolean): TokenizedLine {
  if (!fromShell) return line;
  return { ...line, fromShell, tokens: line.tokens.map((token) => ({ ...token, quoted: false })) };
}

function withCorrection(error: CommandError, before: string, after: string | undefined): CommandError {
  const { corrected: _, ...details } = error.details ?? {};
  const hint = error.hint
    ?.replace(`Corrected: ${before}`, () => (after === undefined ? '' : `Corrected: ${after}`))
    .trim();
  return new CommandError(error.code, error.message, {
    ...(hint ? { hint } : {}),
    retry: error.retry,
    details: { ...details, ...(after === undefined ? {} : { corrected: after }) },
    cause: error.cause,
  });
}
