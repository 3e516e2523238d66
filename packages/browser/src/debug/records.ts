/** What the relay has recorded: requests, and the audit log. */
import type * as v from 'valibot';
import type { input as auditInput } from '../commands/browser/debug/audit.ts';
import type { input as lastInput } from '../commands/browser/debug/last.ts';
import { browserRun } from '../perform.ts';

export const showLast = browserRun(async ({ count }: v.InferOutput<typeof lastInput>, { relay }) => ({
  requests: relay.history.last(count),
}));

export const showAudit = browserRun(async ({ session, limit }: v.InferOutput<typeof auditInput>, { relay }) => ({
  entries: [...relay.audit.last(limit, (entry) => session === undefined || entry.session === session)],
}));
