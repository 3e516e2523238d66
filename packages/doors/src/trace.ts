import { randomUUID } from 'node:crypto';
import type { ExplainRequest, Invocation } from '@helve/command/line';
import { authorityOf, type Caller, judgingBy } from '@helve/policy';
import type { Way } from '@helve/command/host';
import type { Answer } from './answer.ts';
import type { Streams } from './streams.ts';

/** What --verbose shows: a caller whose decisions and progress are written down, and how to close the record. */
export interface Trace {
  readonly caller: Caller;
  end(given: Answer, exitCode: number): void;
}

/** Writes what happens to a command to stderr, one JSON object a line. */
export function startTrace(parsed: Invocation | ExplainRequest, caller: Caller, streams: Streams): Trace {
  const requestId = randomUUID();
  const action = parsed.kind === 'command' ? parsed.command.path : parsed.kind;
  const now = caller.host.now ?? Date.now;
  const started = now();
  const session = sessionIn(parsed);
  let way: Way | undefined;
  const write = (event: string, { errorCode = null, ...fields }: Readonly<Record<string, unknown>>) => {
    const { url = null, httpStatus = null } = way ?? {};
    const elapsed = now() - started;
    const entry = { event, requestId, action, session, url, elapsed, httpStatus, errorCode, ...fields };
    streams.writeError(`${JSON.stringify(entry)}\n`);
  };
  const { policy: judging, ask } = caller.authority;
  const policy = judgingBy(judging, (request) => {
    const decision = judging.judge(request);
    const { verdict, rule, source } = decision;
    write('decision', { effect: request.effect, verdict, rule, source });
    return decision;
  });
  write('start', { cwd: caller.place.cwd, home: caller.place.home, mode: policy.mode });
  return {
    caller: {
      ...caller,
      authority: authorityOf(policy, ask),
      reach: {
        ...caller.reach,
        requestId,
        progress: (message) => write('progress', { message }),
        onForwarded: (went) => {
          way = went;
        },
      },
    },
    end: (given, exitCode) => {
      const error = given.ok ? {} : { errorCode: given.error.code, stack: given.error.stack };
      write('end', { exitCode, ...error });
    },
  };
}

function sessionIn(parsed: Invocation | ExplainRequest): string | null {
  const { session } = parsed.kind === 'command' ? parsed.input : {};
  return typeof session === 'string' ? session : null;
}
