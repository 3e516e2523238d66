import { type Context, toCommandError } from '@helve/command';
import { redact } from '../history/redact.ts';
import { appendEntered, LONGEST_COMMAND } from '../history/store.ts';
import { maskText } from '../secret/mask.ts';
import type { Secrets } from '../secret/store.ts';
import type { Session } from './session.ts';
import { textSince } from './take.ts';
import type { EnteredLine } from './typing.ts';

export interface Entered {
  readonly lines: readonly EnteredLine[];
  /** The shell waited for a command line when the first of them was typed. */
  readonly atPrompt: boolean;
  readonly workingDirectory: string;
  /** Where the output stood. */
  readonly from: number;
  readonly secrets: Secrets;
}

/** Beyond what is kept: a secret that is cut in two would not be known any more. */
const LOOKED_AT = 2 * LONGEST_COMMAND;

/**
 * Puts lines into the history of the session. Of what was typed ahead nobody knows yet who reads it: it is put there only
 * if the terminal showed it, so that no answer to a question for a password is.
 */
export async function recordEntered(session: Session, entered: Entered, context: Context): Promise<void> {
  const { lines, atPrompt, workingDirectory, secrets } = entered;
  const output = squeeze(textSince(session, entered.from));
  const variables = { ...context.place.env, ...Object.fromEntries(session.environment) };
  try {
    for (const [place, { text, unclear }] of lines.slice(0, MOST_LINES).entries()) {
      const shown = redact(maskText(text.slice(0, LOOKED_AT), secrets), variables);
      const isCommand =
        (place === 0 && atPrompt) || output.includes(squeeze(maskText(text, secrets)).slice(0, COMPARED));
      if (text.trim() === '' || !isCommand) continue;
      await appendEntered(session.files.dir, {
        at: new Date(context.now()).toISOString(),
        command: shown,
        workingDirectory,
        status: 'entered',
        exact: !unclear,
      });
    }
  } catch (thrown) {
    context.warn(`What was entered could not be put into the history: ${toCommandError(thrown).message}`);
  }
}

/** Lines of one input that are put there: more of them are data rather than commands. */
const MOST_LINES = 200;

/** Shells break long lines where the window ends. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Characters of a line that must have been shown. */
const COMPARED = 60;
