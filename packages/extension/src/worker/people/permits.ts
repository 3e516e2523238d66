import { type ActionFailure, type ActionRequest, isLocal, originOf, type ToExtension } from '@helve/browser/protocol';
import { Failure, fromActionFailure } from '../../failure.ts';
import { connection } from '../connection/connection.ts';

interface Asked {
  readonly id: string;
  readonly origin: string;
  readonly settle: (refusal: ActionFailure | undefined) => void;
  readonly answer: Promise<ActionFailure | undefined>;
}

const asked = new Map<string, Asked>();

/**
 * Lets a request go on at an address, or throws what forbids it: the service judges each origin that it has not judged
 * before, and each local file. Gives what was judged; undefined where there are no rules.
 */
export async function permit(
  request: ActionRequest,
  address: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { id, origins } = request;
  // Local files are judged one by one, also where there are no rules for origins.
  if (!origins && !isLocal(address)) return undefined;
  const origin = originOf(address).place;
  if (origins?.includes(origin)) return origin;
  const refusal = await Promise.race([judge(id, origin), aborted(signal)]);
  if (refusal) throw fromActionFailure(refusal);
  return origin;
}

export function onJudged(message: ToExtension): void {
  if (message.type === 'judged') asked.get(keyOf(message))?.settle(message.refusal);
  // What was asked on a connection that was lost is asked again.
  if (message.type === 'welcome')
    for (const { id, origin } of asked.values()) connection.say({ type: 'judge', id, origin });
}

/** Asked once for each request and origin. */
function judge(id: string, origin: string): Promise<ActionFailure | undefined> {
  const key = keyOf({ id, origin });
  const before = asked.get(key);
  if (before) return before.answer;
  let settle: Asked['settle'] = () => {};
  const answer = new Promise<ActionFailure | undefined>((resolve) => {
    settle = resolve;
  });
  asked.set(key, { id, origin, settle, answer });
  connection.say({ type: 'judge', id, origin });
  return answer;
}

/** The request is over. */
export function forgetPermits(id: string): void {
  for (const [key, each] of asked) if (each.id === id) asked.delete(key);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason instanceof Failure ? signal.reason : new Failure('CANCELLED', 'Cancelled'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function keyOf({ id, origin }: { readonly id: string; readonly origin: string }): string {
  return `${id} ${origin}`;
}
