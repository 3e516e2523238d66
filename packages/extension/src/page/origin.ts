import { originOf } from '@helve/browser/protocol';
import type { PageAnswer, PageAsk } from '../page-message.ts';

/** The answer to an action that may not be done here, because this page is of another origin. */
export function elsewhere({ origin, nextHandle }: PageAsk): Promise<PageAnswer> | undefined {
  const here = ownOrigin();
  if (origin === undefined || origin === here) return undefined;
  const error = { code: 'PERMISSION_DENIED', message: `The page is of ${here} now` } as const;
  return Promise.resolve({ ok: false, error, nextHandle, elsewhere: here });
}

/** A frame without an address of its own has the origin of who made it; one that is sandboxed has none but its address. */
function ownOrigin(): string {
  return originOf(self.origin === 'null' ? location.href : self.origin).text;
}
