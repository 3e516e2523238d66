import { type Command, defineModule, type Module } from '@helve/command';
import type { Guests } from '@helve/command/host';
import type { Guest } from './guest-command.ts';

/** A source of tools: a manual or a server, under the name that it would like to have. */
export interface GuestSource {
  readonly name: string;
  readonly kind: 'utcp' | 'mcp';
  /** Whose it is: what a `project` brings comes last. */
  readonly scope: string;
  readonly summary: string;
  readonly guests: (module: string) => readonly Guest[];
  /** Why there are none. */
  readonly problem?: Module['problem'];
}

/** The tools that are registered where a caller stands, each as a command. Nothing is started to find out. */
export const toolboxGuests: Guests = async (place, isTaken) => {
  const [{ utcpSources }, { mcpSources }] = await Promise.all([import('./utcp-guests.ts'), import('./mcp-guests.ts')]);
  const modules = new Map<string, Module>();
  const sources = [...(await utcpSources(place)), ...(await mcpSources(place))];
  for (const source of sources.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const taken = (candidate: string) => isTaken(candidate) || modules.has(candidate);
    if (source.problem && taken(source.name)) continue;
    const name = freeName(source, taken);
    modules.set(name, moduleOf(name, source));
  }
  return [...modules.values()];
};

/** Who is served first: what a checkout brings takes no name from what the user chose, nor what cannot be used one from what can. */
function rankOf({ scope, problem }: GuestSource): number {
  return (problem ? 2 : 0) + (scope === 'project' ? 1 : 0);
}

/** A server called `git` must not take the place of our own `git`, and is not lost either. */
function freeName({ name, kind }: GuestSource, isTaken: (name: string) => boolean): string {
  let candidate = name;
  while (isTaken(candidate)) candidate = `${kind}_${candidate}`;
  return candidate;
}

function moduleOf(name: string, source: GuestSource): Module {
  const guests = source.guests(name);
  const entries = guests.map((guest) => {
    let made: Promise<{ readonly command: Command }> | undefined;
    const load = async () => ({ command: (await import('./guest-command.ts')).guestCommand(guest, source.name) });
    return [guest.action, () => (made ??= load())] as const;
  });
  return defineModule({
    name,
    summary: source.summary,
    source: source.kind,
    ...(source.problem ? { problem: source.problem } : {}),
    origin: { name: source.name, actions: new Map(guests.map(({ ownName, action }) => [ownName, action])) },
    sets: ['toolbox'],
    actions: Object.fromEntries(entries),
  });
}
