import { didYouMean, type Wording } from '@helve/command';

/** A hint with up to three names that are like a name nothing has; `otherwise` where none is. */
export function thereIs(name: string, names: readonly string[], otherwise: Wording): Wording {
  return didYouMean(name, names, otherwise, { most: 3, ask: 'There is ', or: ', ', end: '.' });
}
