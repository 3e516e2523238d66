import type { Declaration } from '../command.ts';
import type { Token, TokenizedLine } from './token.ts';

/** A flag that fits nowhere. What there is to say of it is loaded when it is said. */
export class FlagMistake extends Error {
  readonly token: Token | undefined;
  readonly line: TokenizedLine;
  /** The command that it stands behind, or the module whose action it stands in the place of. */
  readonly of: Declaration | string | undefined;

  constructor(token: Token | undefined, line: TokenizedLine, of?: Declaration | string) {
    super();
    this.token = token;
    this.line = line;
    this.of = of;
  }
}

/** What was thrown, with what there is to say of a flag. */
export async function explained(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof FlagMistake)) return thrown;
  const { explainFlag } = await import('./explain-flag.ts');
  return explainFlag(thrown);
}
