import { createContext, Script } from 'node:vm';
import { CommandError } from '@helve/command';

/** How long one pattern of a schema may take on one text: some take for ever on some texts. */
const LONGEST_MS = 1000;

const SCRIPT = new Script('pattern.test(text)');

/**
 * A pattern of a schema, which someone else wrote. It is run by the module vm, because that can stop an expression while
 * it is tried, and the check of arguments cannot wait for a thread.
 */
export class BoundedPattern {
  readonly #pattern: RegExp;

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  /** Patterns are told apart by their text. */
  toString(): string {
    return String(this.#pattern);
  }

  test(text: string): boolean {
    // Too few characters for many ways to read them.
    if (text.length <= 8 && this.#pattern.source.length <= 100) return this.#pattern.test(text);
    try {
      const found: unknown = SCRIPT.runInContext(createContext({ pattern: this.#pattern, text }), {
        timeout: LONGEST_MS,
      });
      return found === true;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown;
      const { source } = this.#pattern;
      throw new CommandError('INVALID_PATTERN', `The pattern ${source} of the tool's schema takes too long`, {
        hint: 'Repetitions within repetitions, such as (a+)+, try too many ways. Report it to the author of the tool, or pass a shorter text.',
        retry: 'never',
        details: { pattern: source },
      });
    }
  }
}
