import { effectOf, resolvePath } from '@helve/command';
import type { Call } from '@helve/command/host';
import { isOwn } from './authority.ts';
import type { Decision, Judged, Policy, Request } from './policy.ts';
import { confines } from './sandbox.ts';
import { hostsOf, takesShellLine, touchesOf } from './touches.ts';

/** The part of a call that is judged: everything but how to find out what would be typed. */
export type JudgedCall = Omit<Call, 'peek'>;

const APPROVAL: Decision = {
  verdict: 'ask',
  rule: 'approval by a person',
  source: 'helve',
  reason: 'only a person can approve it; run it yourself in a terminal',
};

/**
 * What a policy decides about a call, and what it was judged by. Nothing runs but a peek at what would be typed. An
 * `approval` that a model asks for is put to a person, unless it is denied.
 */
export async function judgeCall(
  call: Call,
  policy: Policy,
  { approval, model }: { readonly approval: boolean; readonly model: boolean },
): Promise<Judged> {
  const { reads } = call.subject;
  const judged = await judge(call, policy, model && reads !== undefined && !isOwn(reads));
  return approval && judged.decision.verdict !== 'deny' ? { ...judged, decision: APPROVAL } : judged;
}

/** `isForeign`: it would read the screen of somebody else, who may type and print anything there. */
async function judge(call: Call, policy: Policy, isForeign: boolean): Promise<Judged> {
  const asked = await requestFor(call);
  const request = await inSandbox(isForeign ? { ...asked, effect: 'execute' } : asked, call, policy);
  const decision = decide(call, request, policy);
  const ofMode = decision.rule === `mode ${policy.mode}`;
  const reason = `it reads a session that the agent did not start, and the mode is ${policy.mode}`;
  if (isForeign) return { request, decision: ofMode ? { ...decision, reason } : decision };
  const judged = { request, decision };
  const { typing } = call.subject;
  if (!typing || request.effect === 'inspect' || judged.decision.verdict === 'deny') return judged;
  const report = await call.peek(typing.peek);
  const typed = typing.confined(report) ? inConfinedShell(call, request, policy) : judged;
  const lines = typing.lines(report);
  if (!lines) return typed;
  const { judgeTyped } = await import('./shell/typed.ts');
  return judgeTyped(typed, lines, { policy, env: call.place.env });
}

/** What is typed into a confined shell runs in the sandbox, whatever it is. */
function inConfinedShell(call: Call, request: Request, policy: Policy): Judged {
  const confined: Request = {
    ...request,
    sandbox: 'inside',
    shell: { commands: [], redirections: [], reaches: [], unclear: [], doubts: [], effect: 'execute' },
  };
  return { request: confined, decision: decide(call, confined, policy) };
}

/** The request, with where its programs would run. */
export async function inSandbox(
  request: Request,
  { subject: { programs } }: Pick<JudgedCall, 'subject'>,
  policy: Policy,
): Promise<Request> {
  if (!programs) return request;
  const network = programs.wantsNetwork === true ? { network: true } : {};
  if (programs.sandbox === true) return { ...request, ...network, sandbox: 'inside' };
  if (!(await confines(policy.sandbox, programs))) return request;
  const leaves = programs.sandbox === false || policy.mayLeaveSandbox?.({ ...request, sandbox: 'leaves' });
  return { ...request, ...network, sandbox: leaves ? 'leaves' : 'inside' };
}

/** What is judged of a call. */
export async function requestFor(call: JudgedCall): Promise<Request> {
  const { command, input, subject, place } = call;
  const hosts = hostsOf(command, input);
  const request: Request = {
    ...(hosts.length > 0 ? { hosts } : {}),
    command: command.path,
    // To end what it has started is part of what it was allowed to do.
    effect: subject.ends !== undefined && isOwn(subject.ends) ? 'inspect' : effectOf(command, input),
    touches: [...touchesOf(command, input, (path) => resolvePath(place, path)), ...(subject.touches ?? [])],
  };
  if (!takesShellLine(command) && subject.shellLine === undefined) return request;
  const { withShellLine } = await import('./shell/request.ts');
  return withShellLine(request, call);
}

/**
 * The decision on a request, also under the paths of commands that do the same: the strictest counts. To allow it under
 * its path, or under a name of its own, is enough where only the mode would ask.
 */
export function decide({ subject }: JudgedCall, request: Request, policy: Policy): Decision {
  const under = (name: string) => policy.judge({ ...request, command: name });
  const first = under(request.command);
  const own = (subject.names ?? []).map(under);
  const decisions = [first, ...own, ...(subject.sameAs ?? []).map(under)];
  const denied = decisions.find(({ verdict }) => verdict === 'deny');
  const asked = decisions.filter(({ verdict }) => verdict === 'ask');
  const allowed = [...own, first].find(({ verdict }) => verdict === 'allow');
  if (denied) return denied;
  if (allowed && asked.every(({ rule }) => rule === `mode ${policy.mode}`)) return allowed;
  return asked[0] ?? first;
}
