import type { Authority, Call, Grant } from './authority.ts';
import type { Outcome } from './caller.ts';
import { toCommandError } from './errors.ts';
import type { Need } from './need.ts';

type Made = Omit<Outcome, 'input'>;

/** How often a call is made again with more access: a program may need one thing after another. */
const MOST_WIDENINGS = 4;

/** Makes a call. While its programs lack something in the sandbox and the user agrees to it, the call is made again. */
export async function performWidening(
  call: Call,
  grant: Grant,
  authority: Authority,
  make: (grant: Grant) => Promise<Made>,
): Promise<Made> {
  let attempt = await tried(make(grant));
  let { confinement } = grant;
  for (let tries = 0; tries < MOST_WIDENINGS && confinement; tries += 1) {
    const needs = needsOf(call, attempt);
    const wider = needs.length === 0 ? undefined : await authority.widen(call, confinement, needs);
    if (!wider) break;
    attempt = await tried(make(wider));
    ({ confinement } = wider);
  }
  if ('made' in attempt) return attempt.made;
  throw attempt.thrown;
}

type Attempt = { readonly made: Made } | { readonly thrown: unknown };

async function tried(work: Promise<Made>): Promise<Attempt> {
  try {
    return { made: await work };
  } catch (thrown) {
    return { thrown };
  }
}

/** What the programs of a call lacked: as its result shows it, or as the error has it in its details. */
function needsOf({ subject: { programs } }: Call, attempt: Attempt): readonly Need[] {
  if ('made' in attempt) return programs?.needs?.(attempt.made.data) ?? [];
  const { details } = toCommandError(attempt.thrown);
  return (details?.sandbox as { readonly needs?: readonly Need[] } | undefined)?.needs ?? [];
}
