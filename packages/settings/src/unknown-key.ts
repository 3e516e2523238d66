import { type CommandError, didYouMean } from '@helve/command';
import { brokenAt } from './document.ts';

/** The error for a key that settings do not have, with the nearest that they have. */
export function unknownKey(
  file: string,
  within: readonly string[],
  key: string,
  known: readonly string[],
): CommandError {
  const says = `${within.length > 0 ? within.join('.') : 'The settings'} has no ${JSON.stringify(key)}`;
  const takes = `It takes ${known.join(', ')}.`;
  return brokenAt(
    file,
    [...within, key],
    within.length > 0 ? says : says.replace('has', 'have'),
    [didYouMean(key, known), takes].filter(Boolean).join(' '),
  );
}
