/** Parameters that browser commands have in common. */
import { text } from '@helve/command';
import * as v from 'valibot';

/** The values of parameters or results that several commands share. */
export type Given<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

export const session = v.optional(text('Session id', { short: 's' }));

export type SessionInput = Given<{ readonly session: typeof session }>;

/** Of a command that needs none: a script may say it with all of them. */
export const anySession = v.optional(text('Ignored: this command needs no session', { short: 's' }));

export const tab = v.optional(text('Tab of the session, such as t1 (default: the bound tab)'));

export const profile = v.optional(
  v.pipe(
    text('Name of the profile and the browser'),
    v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'may hold lower-case letters, digits and dashes'),
  ),
  'default',
);

/**
 * A browser looks for an address without a scheme among the files of the extension, or guesses one, which no rule has
 * judged then. The source of a page (`view-source:`) can be shown, but not be read or acted on.
 */
const WHOLE = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|(?:about|blob|data|filesystem|javascript):)/i;
const SOURCE = /^view-source:/i;
const BARE = /^(?<host>localhost|\[[0-9a-f:]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]+(?=:\d))(?::\d+)?(?:[/?#]\S*)?$/i;
const NEAR = /^(?:localhost|\[|\d+(?:\.\d+){3}$|[a-z0-9-]+$)/i;

export function address(description: string) {
  return v.pipe(
    text(description),
    v.check(isWhole, ({ input }) => `must be a whole address, such as ${completed(input.trim())}`),
  );
}

function isWhole(given: string): boolean {
  return WHOLE.test(given) && URL.canParse(given);
}

function completed(written: string): string {
  const given = written.replace(SOURCE, '');
  if (isWhole(given)) return given;
  const host = BARE.exec(given)?.groups?.host;
  if (host === undefined) return 'https://example.com';
  return `${NEAR.test(host) ? 'http' : 'https'}://${given}`;
}
