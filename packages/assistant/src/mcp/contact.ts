import type { Contact } from '@helve/command';
import type { AskUser } from '../tools/ask-user.ts';
import type { Searching } from '../tools/provider-search.ts';

/** What servers may ask the user's model, in one conversation. */
export interface SamplingSettings {
  /** US dollars, for models whose price is known. */
  readonly maxCost: number;
  readonly maxRequests: number;
}

export interface ContactParts {
  readonly askUser: AskUser | undefined;
  /** Absent: servers may not ask the model. */
  readonly sampling: SamplingSettings | undefined;
  readonly asking: () => Searching;
  readonly notify: (words: string) => void;
}

/** How MCP servers reach the user and the model of a conversation in the middle of a call. */
export function contactOf({ askUser, sampling, asking, notify }: ContactParts): Contact {
  let sample: Contact['sample'];
  return {
    ...(askUser ? { elicit: async (form) => (await import('./forms.ts')).elicit(form, askUser) } : {}),
    ...(sampling
      ? {
          sample: async (request) => {
            sample ??= (await import('./sampling.ts')).sampler(sampling, asking, notify);
            return sample(request);
          },
        }
      : {}),
  };
}
