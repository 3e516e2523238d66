import type { Confinement, Place } from '@helve/command';
import type { Policy, Request } from './policy.ts';
import { confines, type SandboxState } from './sandbox.ts';

/** Where the programs of a call would run, and what they could do there. */
export interface ProgramRun {
  /** `nowhere`: only the sandbox would do, and there is none. */
  readonly where: 'inside' | 'outside' | 'nowhere';
  /** Both in words, as a sentence. */
  readonly text: string;
  /** Why: `sandbox auto`, and who says so. */
  readonly rule?: string;
  readonly source?: string;
  /** What enforces the confinement, or why nothing can. */
  readonly state?: SandboxState;
  readonly confinement?: Confinement;
}

/** Where the programs of a judged request would run under a policy; nothing for a call that starts none. */
export async function describeRun(request: Request, policy: Policy, place: Place): Promise<ProgramRun | undefined> {
  if (!request.shell && !request.sandbox) return undefined;
  const { sandbox } = policy;
  const by = sandbox ? { rule: `sandbox ${sandbox.setting}`, source: sandbox.source } : {};
  const isOn = sandbox !== undefined && sandbox.setting !== 'off';
  const state = isOn ? { state: await sandbox.state() } : {};
  if (request.sandbox === 'inside') {
    if (state.state?.works === false) return { where: 'nowhere', text: noSandbox(state.state), ...by, ...state };
    const { compileConfinement } = await import('./confinement/compile.ts');
    const confinement = compileConfinement(policy, place);
    return {
      where: 'inside',
      text: `In the sandbox: ${describeConfinement(confinement)}.`,
      ...by,
      ...state,
      confinement,
    };
  }
  const why =
    sandbox?.setting === 'off'
      ? ', which is off'
      : state.state?.works === false
        ? ': there is none on this machine (helve doctor)'
        : '';
  return { where: 'outside', text: `Outside the sandbox${why}.`, ...by, ...state };
}

/** What programs can do under a confinement, as part of a sentence. */
export function describeConfinement({ project, writable, network, sockets }: Confinement): string {
  const folders = writable.map((folder) => (folder === project ? 'the project' : folder));
  const writes =
    folders.length === 0 ? 'cannot change files' : `can write to ${listed([...folders, 'temporary files'])}`;
  const hosts = describeNetwork(network);
  const reached = sockets.length === 0 ? '' : `, and reaches the sockets ${listed(sockets)}`;
  return `it ${writes} and ${hosts}${reached}`;
}

function describeNetwork(network: Confinement['network']): string {
  if (network === 'open') return 'has network access';
  if (network === 'closed') return 'has no network access';
  const { hosts, except = [] } = network;
  const reached = hosts.includes('*') ? 'reaches all hosts' : `reaches only ${listed(hosts)}`;
  return except.length === 0 ? reached : `${reached} but not ${listed(except)}`;
}

/** One notice for users of a policy whose programs are not confined although they could be; nothing where they are. */
export async function sandboxNotice({ sandbox }: Policy): Promise<string | undefined> {
  if (!sandbox || sandbox.setting === 'off') return undefined;
  const state = await sandbox.state();
  if (state.works) return undefined;
  const result = (await confines(sandbox))
    ? `No program will run, because ${sandbox.source} requires the sandbox.`
    : 'Programs run outside of it, so helve asks before they do.';
  return `${noSandbox(state)} ${result}`;
}

function noSandbox({ causes, remedy }: Extract<SandboxState, { readonly works: false }>): string {
  return `There is no sandbox here: ${causes.join('; ')}. ${remedy}`;
}

function listed(names: readonly string[]): string {
  const shown =
    names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MOST_NAMES = 5;
