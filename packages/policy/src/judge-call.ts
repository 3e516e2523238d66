import { effectOf, resolvePath } from '@helve/command';
import type { Call } from '@helve/command/host';
import type { Decision, Judged, Policy, Request } from './policy.ts';
import { hostsOf, takesShellLine, touchesOf } from './touches.ts';

/** The part of a call that is judged: everything but how to find out what would be typed. */
export type JudgedCall = Omit<Call, 'peek'>;

/** What a policy decides about a call, and what it was judged by. Nothing runs but a peek at what would be typed. */
export async function judgeCall(call: Call, policy: Policy): Promise<Judged> {
  const request = await requestFor(call);
  const judged = { request, decision: decide(call, request, policy) };
  const { typing } = call.subject;
  if (!typing || request.effect === 'inspect' || judged.decision.verdict === 'deny') return judged;
  const lines = typing.lines(await call.peek(typing.peek));
  if (!lines) return judged;
  const { judgeTyped } = await import('./shell/typed.ts');
  return judgeTyped(judged, lines, { policy, env: call.place.env });
}

/** What is judged of a call. */
export async function requestFor(call: JudgedCall): Promise<Request> {
  const { command, input, subject, place } = call;
  const hosts = hostsOf(command, input);
  const request: Request = {
    ...(hosts.length > 0 ? { hosts } : {}),
    command: command.path,
    effect: effectOf(command, input),
    touches: touchesOf(command, input, (path) => resolvePath(place, path)),
  };
  if (!takesShellLine(command) && subject.shellLine === undefined) return request;
  const { withShellLine } = await import('./shell/request.ts');
  return withShellLine(request, call);
}

/**
 * The decision on a request, also under the paths of commands that do the same: the strictest counts. A name of its own
 * that a rule allows is enough where only the mode would ask.
 */
export function decide({ subject }: JudgedCall, request: Request, policy: Policy): Decision {
  const under = (name: string) => policy.judge({ ...request, command: name });
  const first = under(request.command);
  const own = (subject.names ?? []).map(under);
  const decisions = [first, ...own, ...(subject.sameAs ?? []).map(under)];
  const denied = decisions.find(({ verdict }) => verdict === 'deny');
  const asked = decisions.filter(({ verdict }) => verdict === 'ask');
  const allowed = own.find(({ verdict }) => verdict === 'allow');
  if (denied) return denied;
  if (allowed && asked.every(({ rule }) => rule === `mode ${policy.mode}`)) return allowed;
  return asked[0] ?? first;
}
