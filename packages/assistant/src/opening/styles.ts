import { toCommandError } from '@helve/command';
import { leftOutNotices, modelFileConsent } from '@helve/settings';
import { findStyle, findStyles, type OutputStyle } from '../styles/styles.ts';
import type { SettledCaller } from './host.ts';

/** The output styles of a place. Those of a project that is not trusted are reported. */
export async function stylesOf(
  { place: { cwd, home, env } }: SettledCaller,
  warn: (notice: string) => void,
): Promise<readonly OutputStyle[]> {
  const { admits, leftOut } = modelFileConsent(home);
  const styles = await findStyles({ cwd, home, userHome: env.HOME, admits });
  leftOutNotices(leftOut).forEach(warn);
  return styles;
}

/** Settings may name a style that is not there: nobody wants to be kept from working by that. */
export async function styleOf(
  name: string,
  styles: () => Promise<readonly OutputStyle[]>,
  warn: (notice: string) => void,
): Promise<OutputStyle | undefined> {
  try {
    return findStyle(await styles(), name);
  } catch (thrown) {
    const { message, hint } = toCommandError(thrown);
    warn(`${message}. ${hint ?? ''}`.trim());
    return undefined;
  }
}
