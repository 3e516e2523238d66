import type { ProcessId } from '@helve/command';
import { identityOf } from '@helve/settings';

/** This process, as others know it. */
export function ownProcess(): ProcessId | undefined {
  const identity = identityOf(process.pid);
  return identity === undefined ? undefined : { pid: process.pid, identity };
}
