import type { Confinement, Need, Place } from '@helve/command';
import type { Call, Grant } from '@helve/command/host';
import { requestFor } from '../judge-call.ts';
import type { Ask, Policy } from '../policy.ts';
import { withWritable } from './opened.ts';
import { contains } from './project-folder.ts';

export interface Widening {
  readonly call: Call;
  readonly granted: Confinement;
  readonly needs: readonly Need[];
  readonly policy: Policy;
  readonly ask: Ask | undefined;
}

/** Asks whether the programs of a call may have what they lacked. What a rule denies is not offered. */
export async function widen({ call, granted, needs, policy, ask }: Widening): Promise<Grant | undefined> {
  const offered = escalated(needs, granted).filter((need) => !isDenied(need, granted, policy));
  if (!ask || offered.length === 0) return undefined;
  const { setting = 'required', source = 'the call' } = policy.sandbox ?? {};
  const answer = await ask({
    ...(await requestFor(call)),
    sandbox: 'inside',
    input: call.input,
    needs: offered,
    decision: {
      verdict: 'ask',
      rule: `sandbox ${setting}`,
      source,
      reason: `it failed in the sandbox, because it needs ${offered.map(describeNeed).join(' and ')}`,
    },
  });
  return answer.allow ? grantWith(granted, offered, call.place) : undefined;
}

/** What is needed, as part of a sentence. */
export function describeNeed(need: Need): string {
  switch (need.kind) {
    case 'network':
      return need.host === undefined ? 'the network' : `the network host ${need.host}`;
    case 'write':
      return `to write ${need.path}`;
    case 'socket':
      return `the socket ${need.path}`;
    case 'outside':
      return `${need.what}, outside the sandbox`;
  }
}

/** The rules with which a program has what it lacked from the start; none where no rule can say it. */
export function rulesForNeeds(needs: readonly Need[], commands: readonly string[]): readonly string[] {
  return needs.flatMap((need) => {
    switch (need.kind) {
      case 'network':
        return need.host === undefined ? ['Network'] : [`Network(domain:${need.host})`];
      case 'write':
        return [`Edit(${need.path})`];
      case 'socket':
        return [`Socket(${need.path})`];
      case 'outside':
        return commands.map((rule) => rule.replace(/^Bash\(/, 'Unconfined('));
    }
  });
}

/** The confinement of a call that is made to use the network, with the agents that sign in for the user. */
export function withNetwork(granted: Confinement, { env }: Place): Confinement {
  const agents = [env.SSH_AUTH_SOCK].filter((path) => path !== undefined && path !== '') as string[];
  return { ...granted, network: 'open', sockets: [...granted.sockets, ...agents] };
}

/** A host that could be reached already was not reached through the proxy: the program needs the network itself. */
function escalated(needs: readonly Need[], { network }: Confinement): readonly Need[] {
  if (network === 'closed') return needs;
  return needs.flatMap((need): readonly Need[] => {
    if (need.kind !== 'network') return [need];
    if (network === 'open') return [];
    return need.host !== undefined && !reaches(network.hosts, need.host) ? [need] : [{ kind: 'network' }];
  });
}

function reaches(hosts: readonly string[], host: string): boolean {
  return hosts.some((each) => host === each || host.endsWith(`.${each}`));
}

function isDenied(need: Need, { hidden, readOnly }: Confinement, policy: Policy): boolean {
  const { mode, basis } = policy;
  if (need.kind === 'write') {
    const isCovered = [...hidden, ...readOnly].some((path) => contains(path.replace(/\/\*\*$/, ''), need.path));
    return mode === 'plan' || isCovered || !policy.permits('terminal exec', need.path, 'write');
  }
  if (need.kind === 'outside') {
    const denies = basis?.rules.some(({ verdict, subject }) => verdict === 'deny' && subject.kind === 'unconfined');
    return mode === 'plan' || denies === true;
  }
  return false;
}

function grantWith(granted: Confinement, needs: readonly Need[], place: Place): Grant {
  if (needs.some(({ kind }) => kind === 'outside')) return {};
  let confinement = granted;
  for (const need of needs) {
    if (need.kind === 'network') confinement = { ...confinement, network: withHost(confinement.network, need.host) };
    if (need.kind === 'write') confinement = withWritable(confinement, [need.path]);
    if (need.kind === 'socket') confinement = { ...confinement, sockets: [...confinement.sockets, need.path] };
  }
  return { confinement: confinement.network === 'open' ? withNetwork(confinement, place) : confinement };
}

function withHost(network: Confinement['network'], host: string | undefined): Confinement['network'] {
  if (network === 'open' || host === undefined) return 'open';
  return { hosts: [...(network === 'closed' ? [] : network.hosts), host] };
}
