import { CommandError, type ErrorCode } from '@helve/command';
import { redact } from '../auth/redact.ts';
import { readBeginning, type Reply } from '@helve/network';

const MOST_CHARACTERS = 2000;

/** What a status that says no means, with the beginning of what the server says about it. */
export async function statusError(reply: Reply, what: string, secrets: readonly string[]): Promise<CommandError> {
  const body = redact((await readBeginning(reply)).toString(), secrets)
    .slice(0, MOST_CHARACTERS)
    .trim();
  const said = `${reply.status} ${reply.statusText}`.trim();
  const [code, hint, retry] = meaningOf(reply.status);
  const wait = reply.headers['retry-after'];
  return new CommandError(code, `${what}: the server answered ${redact(said, secrets)}`, {
    hint,
    retry,
    details: { status: reply.status, ...(wait === undefined ? {} : { retryAfter: wait }), body },
  });
}

function meaningOf(status: number): readonly [code: ErrorCode, hint: string, retry: 'safe' | 'conditional'] {
  if (status === 401 || status === 403) {
    return ['AUTH_REQUIRED', 'Check the auth of the call template and the variables it uses.', 'conditional'];
  }
  if (status === 404 || status === 410) {
    return ['NOT_FOUND', 'Check the arguments in the URL, and the url of the template.', 'conditional'];
  }
  if (status === 409)
    return ['CONFLICT', 'Look at the state on the server; its answer is in the details.', 'conditional'];
  if (status === 429) return ['UNAVAILABLE', 'Too many requests: wait, then try again.', 'safe'];
  if (status >= 500)
    return ['UNAVAILABLE', 'The server failed; its answer is in the details. Try again later.', 'conditional'];
  return ['REJECTED', 'The answer of the server in the details says what it did not like.', 'conditional'];
}
