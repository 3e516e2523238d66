import type { LeftOut } from './settings.ts';

/** What to tell a user of what was left out. */
export function leftOutNotices(leftOut: readonly LeftOut[]): readonly string[] {
  return leftOut.map(
    ({ file, what }) =>
      `${file} was not trusted, so this of it does not hold: ${what.join('; ')}. To let it: helve trust allow --path ${file}`,
  );
}
