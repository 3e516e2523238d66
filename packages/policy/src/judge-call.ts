import { type Call, type Command, type Place, resolvePath } from '@helve/command';
import type { Decision, Judged, Policy, Request } from './policy.ts';
import { hostsOf, takesShellLine, touchesOf } from './touches.ts';

/** What a policy decides about a call, and what it was judged by. Nothing runs but a peek at what would be typed. */
export async function judgeCall({ command, input, place, peek }: Call, policy: Policy): Promise<Judged> {
  const request = await requestFor(command, input, place);
  const judged = { request, decision: decide(command, input, request, policy) };
  const { types } = command;
  if (!types || request.effect === 'inspect' || judged.decision.verdict === 'deny') return judged;
  const lines = types.lines((await peek(types.ask(input as never))) as never);
  if (!lines) return judged;
  const { judgeTyped } = await import('./shell/typed.ts');
  return judgeTyped(judged, lines, { policy, env: place.env });
}

/** What is judged of a call. */
export async function requestFor(command: Command, input: object, place: Place): Promise<Request> {
  const hosts = hostsOf(command, input);
  const request: Request = {
    ...(hosts.length > 0 ? { hosts } : {}),
    command: command.path,
    effect: command.effectOf?.(input as never) ?? command.effect,
    touches: touchesOf(command, input, (path) => resolvePath(place, path)),
  };
  if (!takesShellLine(command)) return request;
  const { withShellLine } = await import('./shell/request.ts');
  return withShellLine(request, command, input, place);
}

/**
 * The decision on a request, also under the names of the commands that it stands for: the strictest counts. A name of
 * its own that a rule allows is enough where only the mode would ask.
 */
export function decide(command: Command, input: object, request: Request, policy: Policy): Decision {
  const under = (name: string) => policy.judge({ ...request, command: name });
  const own = (command.alsoNamed?.(input as never) ?? []).map(under);
  const decisions = [under(request.command), ...own, ...(command.standsFor?.(input as never) ?? []).map(under)];
  const denied = decisions.find(({ verdict }) => verdict === 'deny');
  const asked = decisions.filter(({ verdict }) => verdict === 'ask');
  const allowed = own.find(({ verdict }) => verdict === 'allow');
  if (denied) return denied;
  if (allowed && asked.every(({ rule }) => rule === `mode ${policy.mode}`)) return allowed;
  return asked[0] ?? decisions[0] ?? under(request.command);
}
