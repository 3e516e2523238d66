import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { arch, pid } from 'node:process';
import { readProcesses, type SetUp, watchOver } from '@helve/processes';
import {
  call,
  CommandError,
  type Keepable,
  makeFolderSync,
  type ProcessId,
  worded,
  type Wording,
} from '@helve/command';
import { maskText } from '../secret/mask.ts';
import type { Secrets } from '../secret/store.ts';
import { endSession } from './end-session.ts';
import { Session } from './session.ts';
import { readMeta } from './session-files.ts';
import { checkId, endOrphans, isId, namesIn, pruneEnded } from './session-folders.ts';
import { readLimits, type SessionLimits } from './session-limits.ts';
import { SessionOwners } from './session-owners.ts';
import { openStored, type SessionOutput } from './stored-session.ts';
import { kernelTells } from './waiting.ts';

export interface StartOptions {
  readonly sessionId: string | undefined;
  readonly command: string | undefined;
  /** The program that is started, with its arguments. */
  readonly file: string;
  readonly args: readonly string[];
  /** The shell that the program keeps in, where it is not the program itself. */
  readonly shellInside?: string | undefined;
  /** It has nothing to read and no terminal; nobody is shown it unless it is handed over. */
  readonly piped?: boolean;
  /** Called once when the program has ended, or could not be started. */
  readonly onEnd?: (() => void) | undefined;
  /** It runs in the sandbox. */
  readonly confined?: boolean | undefined;
  /** How the sandbox is set up. */
  readonly setUp?: SetUp | undefined;
  /** The process that it ends with; absent: it outlives its caller. */
  readonly owner?: ProcessId | undefined;
  readonly shell: string;
  readonly workingDirectory: string;
  /** What its output must not show, and what `terminal env get` must not either. */
  readonly secrets: Secrets;
  /** Credentials among its variables, which its output must not show. */
  readonly hidden?: Secrets | undefined;
  /** Makes the environment for a session with this tag. */
  readonly environment: (tag: string) => Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
  readonly now: () => number;
}

/** How long programs may take to end in good order when the store is closed. */
const CLOSE_GRACE_MS = 500;

/** The sessions of one process, and the files of those before it. */
export class SessionStore {
  readonly #dir: string;
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #stored = new Map<string, SessionOutput>();
  readonly #starting = new Set<string>();
  readonly #owners = new SessionOwners();
  /** Those that are a call's own: they are not shown, and gone with it. */
  readonly #unlisted = new Set<string>();
  /** What the tags of all its sessions begin with. */
  readonly #mark = randomBytes(8).toString('hex');
  /** Whether it is seen by itself what a session waits for; where it is not, its shell must tell. */
  readonly kernelTells = kernelTells(arch);
  #closed = false;

  /** Whether any session still runs. */
  get running(): boolean {
    return this.#starting.size > 0 || [...this.#sessions.values()].some((session) => session.running);
  }

  constructor(home: string, limits: SessionLimits) {
    this.#dir = join(home, 'sessions');
    this.#limits = limits;
    endOrphans(this.#dir);
  }

  /** Those that this process started, in that order. */
  get all(): readonly Session[] {
    return [...this.#sessions.values()].filter(({ id }) => !this.#unlisted.has(id));
  }

  async start(options: StartOptions): Promise<Session> {
    try {
      return await this.#start(options);
    } catch (thrown) {
      options.onEnd?.();
      throw thrown;
    }
  }

  async #start(options: StartOptions): Promise<Session> {
    const id = options.sessionId ?? `session-${randomBytes(3).toString('hex')}`;
    this.#admit(id);
    this.#starting.add(id);
    try {
      const tag = `${this.#mark}-${randomBytes(8).toString('hex')}`;
      const dir = join(this.#dir, id);
      this.#setAside(dir);
      const { command, shell, workingDirectory, cols, rows, now, file, args, shellInside, secrets, hidden, piped } =
        options;
      let release = () => {};
      const session = await Session.open({
        meta: {
          sessionId: id,
          tag,
          command: command === undefined ? null : maskText(command, { ...hidden, ...secrets }),
          shell,
          workingDirectory,
          owner: pid,
          cols,
          rows,
          startedAt: now(),
          endedAt: null,
          exitCode: null,
          signal: null,
        },
        dir,
        file,
        args,
        shellInside,
        piped,
        confined: options.confined ?? false,
        setUp: options.setUp,
        onSpawn: (started) => {
          release();
          release = watchOver({ pid: started, runId: tag }, undefined);
        },
        env: options.environment(tag),
        secrets,
        hidden,
        keptBytes: this.#limits.keptBytes,
        arch,
        now,
      }).catch((thrown: unknown) => {
        release();
        throw thrown;
      });
      this.#stored.delete(id);
      this.#sessions.delete(id);
      this.#sessions.set(id, session);
      this.#owners.add(session, options.owner);
      if (piped) this.#unlisted.add(id);
      const stop = session.onChange(() => {
        if (session.running) return;
        stop();
        release();
        options.onEnd?.();
      });
      this.#prune(now());
      if (this.#closed) await this.close();
      return session;
    } finally {
      this.#starting.delete(id);
    }
  }

  /** The process that a session ends with. */
  ownerOf(session: Session): ProcessId | undefined {
    return this.#owners.ownerOf(session);
  }

  /** A call leaves its session to others. */
  handOver({ id }: Session): void {
    this.#unlisted.delete(id);
  }

  /** A call is over, and nobody was shown its session. */
  discard(session: Session): void {
    const { id, files } = session;
    this.#owners.remove(session);
    this.#unlisted.delete(id);
    this.#sessions.delete(id);
    rmSync(files.dir, { recursive: true, force: true });
  }

  /** A session that runs, or ran in this process. */
  get(id: string): Session {
    const session = this.#sessions.get(id);
    if (session) return session;
    if (readMeta(join(this.#dir, id))) {
      throw new CommandError('NOT_FOUND', `The session ${id} has ended`, {
        hint: worded`Read what it printed: ${call('terminal session read', { sessionId: id })}. ${this.#choices()}`,
        details: { sessionId: id, sessions: this.#running() },
      });
    }
    throw this.#unknown(id);
  }

  /** What a session printed, also one of a process that is gone. */
  output(id: string): SessionOutput {
    const found = this.#sessions.get(id) ?? this.#stored.get(id) ?? openStored(this.#dir, checkId(id));
    if (!found) throw this.#unknown(id);
    if (!(found instanceof Session)) this.#stored.set(id, found);
    return found;
  }

  /** Sessions of processes that are gone. */
  past(): readonly SessionOutput[] {
    const ids = namesIn(this.#dir).filter((id) => isId(id) && !this.#sessions.has(id) && !this.#starting.has(id));
    return ids.flatMap((id) => this.#stored.get(id) ?? openStored(this.#dir, id) ?? []);
  }

  /** The folder of a session's files. */
  folder(id: string): string {
    this.output(id);
    return join(this.#dir, id);
  }

  /** Ends every session, and everything that one has left running. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#owners.close();
    const left = readProcesses().filter((entry) => entry.carries(this.#mark));
    const open = [...this.#sessions.values()].filter(
      ({ running, meta }) => running || left.some((entry) => entry.carries(meta.tag)),
    );
    await Promise.all(open.map((session) => endSession(session, { graceMs: CLOSE_GRACE_MS, force: true })));
  }

  #admit(id: string): void {
    checkId(id);
    if (this.#closed) throw new CommandError('UNAVAILABLE', 'The service is about to stop', { retry: 'safe' });
    if (this.#starting.has(id) || this.#sessions.get(id)?.running) {
      throw new CommandError('ALREADY_EXISTS', `There is a session ${id} already`, {
        hint: worded`Use it, stop it (${call('terminal session stop', { sessionId: id })}), or choose another id.`,
        details: { sessionId: id, sessions: this.#running() },
      });
    }
    const running = this.#running();
    if (running.length + this.#starting.size < this.#limits.atOnce) return;
    const listed = this.all
      .filter((each) => each.running)
      .map(({ meta }) => `${meta.sessionId} (${meta.command ?? meta.shell})`);
    throw new CommandError(
      'UNAVAILABLE',
      `The limit of ${this.#limits.atOnce} sessions is reached: ${listed.join(', ')}`,
      {
        hint: worded`Stop one that you do not need: ${call('terminal session stop', { sessionId: running[0] ?? '…' })}. HELVE_MAX_SESSIONS in the environment of the service allows more.`,
        details: { limit: this.#limits.atOnce, sessions: running },
      },
    );
  }

  #unknown(id: string): CommandError {
    return new CommandError('NOT_FOUND', `There is no session ${JSON.stringify(id)}`, {
      hint: this.#choices(),
      details: { sessionId: id, sessions: this.#running() },
    });
  }

  #choices(): Wording {
    const running = this.#running();
    return running.length > 0
      ? `There are: ${running.join(', ')}.`
      : worded`None runs; start one: ${call('terminal session start')}`;
  }

  #running(): readonly string[] {
    return this.all.filter(({ running }) => running).map(({ id }) => id);
  }

  /** The files of an earlier session with the same name are kept under another. */
  #setAside(dir: string): void {
    makeFolderSync(this.#dir, 0o700);
    const earlier = readMeta(dir);
    if (earlier) renameSync(dir, `${dir}~${earlier.startedAt}`);
  }

  /** Lets go of those that ended long ago, or so many sessions ago. */
  #prune(now: number): void {
    for (const id of pruneEnded(this.#dir, this.#limits, now)) {
      this.#stored.delete(id);
      this.#sessions.delete(id);
    }
  }
}

/** The sessions that the service keeps. */
export const sessions: Keepable<SessionStore> = {
  name: 'terminal sessions',
  create: (home, env) => new SessionStore(home, readLimits(env)),
  dispose: (store) => store.close(),
  inUse: (store) => store.running,
};
