import type { TrustResult } from './trust.ts';

/** How the consent to a file is shown. */
export const trustRendering = {
  person: ({ path, trusted, runs }: TrustResult): string =>
    [`${path} is ${trusted ? 'trusted' : 'not trusted'}`, ...runs.map((line) => `  ${line}`)].join('\n'),
  brief: ({ path, trusted }: TrustResult): string => `${path} is ${trusted ? 'trusted' : 'not trusted'}`,
};
