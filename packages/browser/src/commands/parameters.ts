/** Parameters that browser commands have in common. */
import { text } from '@helve/registry';
import * as v from 'valibot';

export const session = v.optional(text('The session', { short: 's' }));

export const tab = v.optional(text('A tab of the session (t1); the one it is bound to unless given'));

export const profile = v.optional(
  v.pipe(
    text('The name of its profile, and of the browser'),
    v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'may hold lower-case letters, digits and dashes'),
  ),
  'default',
);

/** Of a tab in the background: what its page does when it is drawn waits until the tab is shown. */
export const hidden = v.optional(v.literal(true));
