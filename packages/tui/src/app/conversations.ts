import type { ConversationEvent, PermissionAnswer, PermissionQuestion, UserQuestion } from '@helve/assistant';
import { projectRoot, toCommandError } from '@helve/command';
import type { ShownConversation, ConversationChange } from '../host.ts';
import { type PermissionChoice, permissionPrompt } from '../overlays/permission.ts';
import { picker } from '../overlays/picker.ts';
import { textQuestion } from '../overlays/text-question.ts';
import type { App } from './app.ts';
import { countMessages, printTranscript } from './print-transcript.ts';
import type { StatusKeeper } from './status-keeper.ts';

/** What others do when a conversation is opened, or cannot be. */
export interface OpeningEvents {
  readonly onOpened: () => void;
  /** There is no model to talk to; `asked` where the user has just written something for one. */
  readonly onNoModel: (asked: boolean) => Promise<void>;
}

/** The conversation that is shown: opens it, listens to it, and puts what it asks to the user. */
export class Conversations {
  readonly #app: App;
  readonly #status: StatusKeeper;
  readonly #events: OpeningEvents;
  #stopListening = () => {};
  #isOffering = false;
  #isGreeted = false;
  /** Until the conversation that is being opened is there, or is not. */
  #opening: Promise<void> | undefined;

  constructor(app: App, status: StatusKeeper, events: OpeningEvents) {
    this.#app = app;
    this.#status = status;
    this.#events = events;
  }

  /**
   * Opens the conversation that the command line asks for; without a model the screen works all the same. Where nobody
   * `asked` for one just now, what they write meanwhile is no answer.
   */
  async begin({ asked = false } = {}): Promise<void> {
    if (this.#isOffering || this.#app.closing.aborted) return;
    try {
      await this.open({});
    } catch (thrown) {
      const { code, message, hint } = toCommandError(thrown);
      if (code !== 'AUTH_REQUIRED') return this.#app.notice([message, hint].filter(Boolean).join('\n'), 'error');
      this.#greet();
      this.#isOffering = true;
      this.goOn(this.#events.onNoModel(asked).finally(() => (this.#isOffering = false)));
    } finally {
      this.#status.refresh();
    }
  }

  /** Asks how to reach a model, although there may be one. */
  async login(): Promise<void> {
    if (this.#isOffering) return;
    this.#isOffering = true;
    this.goOn(this.#events.onNoModel(true).finally(() => (this.#isOffering = false)));
  }

  /** Lets work that needs the user continue while others start; shows what goes wrong. */
  goOn(work: Promise<void>): void {
    void work
      .catch((thrown: unknown) => this.#app.notice(toCommandError(thrown).message, 'error'))
      .finally(() => this.#status.refresh());
  }

  /** Goes on with another conversation. When that cannot be opened, the one before stays. */
  open(wish: ConversationChange): Promise<void> {
    const opening = this.#open(wish).finally(() => (this.#opening = undefined));
    this.#opening = opening.catch(() => {});
    return opening;
  }

  /** Another conversation is on its way: what is said now is for that one. */
  get opening(): Promise<void> | undefined {
    return this.#opening;
  }

  async #open(wish: ConversationChange): Promise<void> {
    const app = this.#app;
    const shown = await app.host.open(wish, (question, signal) => this.#askUser(question, signal));
    await this.close();
    app.attach(shown);
    this.#greet(shown.conversation.model.name);
    this.#events.onOpened();
    this.#stopListening = shown.conversation.subscribe((event) => this.#hear(event));
    for (const notice of shown.notices) app.notice(notice, 'warning');
    printTranscript(app, shown.conversation.log.chain());
    app.input.renew();
    this.#status.refresh();
  }

  async close(): Promise<void> {
    this.#stopListening();
    const shown = this.#app.detach();
    this.#app.input.giveBack(shown?.conversation.waiting.map(({ text }) => text) ?? []);
    await shown?.conversation.close();
  }

  /** Tells once what this is, and the three things to know. */
  #greet(model = 'no model'): void {
    if (this.#isGreeted) return;
    this.#isGreeted = true;
    const { version, cwd: folder, env } = this.#app.host;
    this.#app.dispatch({
      type: 'print',
      items: [{ kind: 'header', version, folder: shortened(folder, env.HOME), model }],
    });
  }

  #hear(event: ConversationEvent): void {
    const app = this.#app;
    app.dispatch({ type: 'event', event, now: app.host.now() });
    switch (event.type) {
      case 'ask':
        return void this.#askPermission(event.question, app.shown);
      case 'unsent':
        return app.input.giveBack(event.texts);
      case 'turnEnd':
        if (app.shown?.conversation.waiting.length === 0) app.notifier.notify('Turn finished.');
        return this.#status.refresh();
      case 'rewound':
        if (app.shown) countMessages(app, app.shown.conversation.log.chain());
        return this.#status.refresh();
      case 'answer':
      case 'compacted':
      case 'mode':
      case 'model':
      case 'sandbox':
        return this.#status.refresh();
      default:
        return undefined;
    }
  }

  async #askPermission(question: PermissionQuestion, shown: ShownConversation | undefined): Promise<void> {
    if (!shown) return;
    this.#app.notifier.notify(`${question.call.name} needs your approval.`);
    const answered = new AbortController();
    // Somebody else may answer, or the turn may end.
    const stop = shown.conversation.subscribe((event) => {
      if (event.type === 'turnEnd' || (event.type === 'answered' && event.question.id === question.id))
        answered.abort();
    });
    const { signal } = answered;
    // The conversation may work in another folder, as that of the tour does.
    const { cwd } = shown.permissions?.caller.place ?? this.#app.host;
    const isPlainEdit = isPlainEditOf(question, cwd);
    const choice = await this.#app.show(permissionPrompt({ ...question, isPlainEdit }), signal);
    const reason = choice?.allow === 'why' ? await this.#app.show(textQuestion(WHY_NOT), signal) : undefined;
    stop();
    if (signal.aborted) return;
    if (choice?.allow === 'stop' || (!choice && this.#app.stopsTurn())) return shown.conversation.abort();
    if (choice?.allow === 'edits') await shown.conversation.setMode('acceptEdits');
    shown.conversation.answer(question.id, toAnswer(choice, reason));
  }

  async #askUser({ question, options }: UserQuestion, signal: AbortSignal | undefined): Promise<string | undefined> {
    this.#app.notifier.notify('The model has a question.');
    const answer = await this.#answerOf(question, options, signal);
    if (answer === undefined && !signal?.aborted && this.#app.stopsTurn()) void this.#app.shown?.conversation.abort();
    return answer;
  }

  async #answerOf(question: string, options: readonly string[], signal: AbortSignal | undefined) {
    if (options.length === 0) return this.#app.show(textQuestion({ title: question, isUnasked: true }), signal);
    const choices = [
      ...options.map((label) => ({ label, value: { label } })),
      { label: 'Something else', value: OTHER },
    ];
    const chosen = await this.#app.show(picker({ title: question, options: choices, isUnasked: true }), signal);
    return chosen === OTHER ? this.#app.show(textQuestion({ title: question }), signal) : chosen?.label;
  }
}

function toAnswer(choice: PermissionChoice | undefined, reason: string | undefined): PermissionAnswer {
  if (!choice || choice.allow === 'why' || choice.allow === 'stop') return { allow: 'no', ...(reason && { reason }) };
  if (choice.allow === 'edits') return { allow: 'once' };
  return choice;
}

/** Whether it edits files of the project and is asked only because of the mode: acceptEdits would allow it. */
function isPlainEditOf({ effect, decision, paths, commands }: PermissionQuestion, cwd: string): boolean {
  if (effect !== 'modify' || commands || decision.rule !== 'mode default') return false;
  const root = `${projectRoot(cwd)}/`;
  return paths.every(({ path }) => path.startsWith(root));
}

/** An answer that is none of those that were offered. */
const OTHER = { label: '' };

const WHY_NOT = { title: 'Why not? The model receives your answer.' };

function shortened(folder: string, home: string | undefined): string {
  return home && (folder === home || folder.startsWith(`${home}/`)) ? `~${folder.slice(home.length)}` : folder;
}
