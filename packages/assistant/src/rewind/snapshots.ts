import { projectRoot, realPath } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { Reach } from '../loop/hooks.ts';
import { type Change, type FileState, isSame } from './changes.ts';
import { ContentStore } from './content-store.ts';
import { canonical, filesBelow, type Keep, keepIn, onlyHash, stateOf } from './file-state.ts';
import { ProjectScanner, type Scan } from './project-scan.ts';

interface Pending {
  /** What the call says that it writes, as it was. */
  readonly named: readonly string[];
  readonly states: ReadonlyMap<string, FileState>;
  readonly scan: Scan | undefined;
}

const MOST_NAMED = 1_000;

/** What files are before each call that may change some, and what became of them. */
export class Snapshots {
  readonly #keep: Keep;
  readonly #scanner: ProjectScanner | undefined;
  readonly #now: () => number;
  readonly #pending = new Map<string, Pending>();

  constructor({ place: { cwd, home, env }, host: { now = Date.now } }: Pick<Caller, 'place' | 'host'>) {
    this.#now = now;
    this.#keep = keepIn(new ContentStore(home), now);
    const folder = realPath(cwd);
    const userHome = env.HOME === undefined ? undefined : realPath(env.HOME);
    // Nobody's project is the whole machine, or all that a user has.
    const scanned = folder !== '/' && folder !== userHome;
    this.#scanner = scanned
      ? new ProjectScanner({ folder, root: projectRoot(folder), env, keep: this.#keep })
      : undefined;
  }

  async before(call: string, { effect, touches }: Reach): Promise<void> {
    const named = touches.flatMap(({ path, access }) => (access === 'write' ? [canonical(path)] : []));
    this.#pending.set(call, {
      named,
      states: await statesBelow(named, this.#keep),
      scan: effect === 'execute' ? await this.#scanner?.before(this.#now()) : undefined,
    });
  }

  async after(call: string): Promise<readonly Change[]> {
    const pending = this.#pending.get(call);
    if (!pending) return [];
    this.#pending.delete(call);
    const { named, states, scan } = pending;
    const changes = new Map<string, Change>();
    const now = await statesBelow(named, onlyHash);
    for (const path of new Set([...states.keys(), ...now.keys()])) {
      const before = states.get(path) ?? { kind: 'absent' };
      const after = now.get(path) ?? (await stateOf(path, onlyHash));
      if (after && !isSame(before, after)) changes.set(path, { path, before, after });
    }
    for (const change of scan ? ((await this.#scanner?.after(scan)) ?? []) : []) {
      if (!changes.has(change.path)) changes.set(change.path, change);
    }
    return [...changes.values()];
  }
}

async function statesBelow(paths: readonly string[], keep: Keep): Promise<ReadonlyMap<string, FileState>> {
  const states = new Map<string, FileState>();
  for (const path of paths) {
    for (const file of await filesBelow(path, MOST_NAMED)) {
      const state = await stateOf(file, keep);
      if (state) states.set(file, state);
    }
  }
  return states;
}
