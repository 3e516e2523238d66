import { call, inWords, worded } from '@helve/command';
import type { LeftOut } from './settings.ts';

/** What to tell a user of what was left out. */
export function leftOutNotices(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.map(({ file, what }) =>
    inWords(
      worded`${file} is not trusted, so these parts are ignored: ${what.join('; ')}. To trust it: ${call('trust allow', { path: file })}`,
    ),
  );
}
