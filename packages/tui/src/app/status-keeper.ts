import type { App } from './app.ts';
import { branchOf } from './branch.ts';
import { runStatusLine } from './status-line.ts';

/** Keeps the status bar right: after each turn, and when something it shows was changed. */
export class StatusKeeper {
  readonly #app: App;
  #runs = 0;

  constructor(app: App) {
    this.#app = app;
  }

  refresh(): void {
    const { host, talk } = this.#app;
    const conversation = talk?.conversation;
    const branch = branchOf(host.cwd);
    this.#app.dispatch({
      type: 'status',
      status: {
        ...(branch === undefined ? {} : { branch }),
        model: conversation?.model.name ?? 'no model',
        ...(conversation && {
          mode: conversation.mode,
          context: conversation.context,
          cost: conversation.totals.cost,
        }),
      },
    });
    void this.#custom();
  }

  /** What the user's own command says; the latest one that was begun counts. */
  async #custom(): Promise<void> {
    const { host, state, talk } = this.#app;
    const { statusLine } = host.settings;
    if (statusLine === undefined) return;
    const run = ++this.#runs;
    const model = talk?.conversation.model.name;
    const facts = { ...state.status, model, cwd: host.cwd, conversation: talk?.conversation.id, version: host.version };
    const custom = await runStatusLine(statusLine, facts, host);
    if (run !== this.#runs) return;
    const shown = custom ?? 'The status line of your settings failed.';
    this.#app.dispatch({ type: 'status', status: { custom: shown } });
  }
}
