import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { conversationTitle } from '@helve/assistant';
import { readRegularText } from '@helve/command';
import { confines } from '@helve/policy';
import { continueFigure } from '../charts/figures.ts';
import type { App } from './app.ts';
import { coloured } from '../text/coloured.ts';
import { runStatusLine } from './status-line.ts';

/** The age of the cache is shown in minutes. */
const CACHE_TICK_MS = 5_000;

/** Keeps the status bar right: after each turn, and when something it shows was changed. */
export class StatusKeeper {
  readonly #app: App;
  #latest = new AbortController();
  #failed: string | undefined;
  #ticking: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  refresh(): void {
    const { host, shown } = this.#app;
    const conversation = shown?.conversation;
    const branch = branchOf(host.cwd);
    this.#app.dispatch({
      type: 'status',
      status: {
        ...(branch === undefined ? {} : { branch }),
        model: conversation?.model.name ?? 'no model',
        ...(conversation && {
          mode: conversation.mode,
          effort: conversation.effort,
          title: conversationTitle(conversation.log.chain()),
          context: conversation.context,
          cost: conversation.totals.cost,
        }),
      },
    });
    this.#cache();
    void this.#sandbox();
    void this.#custom();
  }

  /** How old the provider's cache is, from now on until the screen closes. */
  #cache(): void {
    const { host, shown, closing } = this.#app;
    const known = shown?.conversation.continuing;
    const continuing = known && continueFigure(known, host.now());
    if (continuing !== this.#app.state.status.continuing)
      this.#app.dispatch({ type: 'status', status: { continuing } });
    if (!known || this.#ticking) return;
    this.#ticking = setInterval(() => this.#cache(), CACHE_TICK_MS);
    this.#ticking.unref();
    closing.addEventListener('abort', () => clearInterval(this.#ticking), { once: true });
  }

  /** Whether programs are confined, once that is known; the same for all conversations of the screen until it changes. */
  async #sandbox(): Promise<void> {
    const policy = this.#app.shown?.permissions?.caller.authority.policy;
    if (!policy) return;
    const { sandbox } = policy;
    const isConfined = (await confines(sandbox)) && (await sandbox?.state())?.works === true;
    if (isConfined !== this.#app.state.status.isConfined)
      this.#app.dispatch({ type: 'status', status: { isConfined } });
  }

  /** What the user's own command says; the latest one that was begun counts, and ends the one before. */
  async #custom(): Promise<void> {
    const { host, state, shown, closing } = this.#app;
    const { statusLine } = host.settings;
    if (statusLine === undefined) return;
    this.#latest.abort();
    const latest = new AbortController();
    this.#latest = latest;
    const signal = AbortSignal.any([latest.signal, closing]);
    const model = shown?.conversation.model.name;
    const { custom: _, ...status } = state.status;
    const facts = { ...status, model, cwd: host.cwd, conversation: shown?.conversation.id, version: host.version };
    const said = await runStatusLine(statusLine, facts, { cwd: host.cwd, env: host.env, signal });
    if (signal.aborted) return;
    this.#tellFailure('failed' in said ? said.failed : undefined);
    this.#app.dispatch({
      type: 'status',
      status: { custom: 'text' in said ? coloured(said.text, { role: 'muted' }) : undefined },
    });
  }

  /** Where it fails, our own bar is shown again; why is said once, until it is another reason. */
  #tellFailure(why: string | undefined): void {
    if (why !== undefined && why !== this.#failed) {
      this.#app.notice(`statusLine in your settings failed: ${why}.`, 'warning');
    }
    this.#failed = why;
  }
}

/** The branch that a folder is on, as git writes it down; undefined outside of a repository. */
function branchOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const head = headOf(join(at, '.git'));
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? head.trim().slice(0, 7);
    if (dirname(at) === at) return undefined;
  }
}

function headOf(git: string): string | undefined {
  try {
    if (statSync(git).isDirectory()) return readRegularText(join(git, 'HEAD'));
    // A worktree has a file that says where its own folder is.
    const [, folder] = /^gitdir: (.+)$/m.exec(readRegularText(git)) ?? [];
    return folder === undefined ? undefined : readRegularText(resolve(dirname(git), folder, 'HEAD'));
  } catch {
    return undefined;
  }
}
