import type { ConversationEvent, PermissionQuestion, UserQuestion } from '@helve/assistant';
import { toCommandError } from '@helve/command';
import type { Talk, TalkWish } from '../host.ts';
import { permissionPrompt } from '../overlays/permission.ts';
import { picker } from '../overlays/picker.ts';
import { textQuestion } from '../overlays/text-question.ts';
import type { App } from './app.ts';
import { countMessages, printTranscript } from './print-transcript.ts';
import type { StatusKeeper } from './status-keeper.ts';
import { stopsTurn } from './stops-turn.ts';

/** The conversation that is shown: opens it, listens to it, and puts what it asks to the user. */
export class Talks {
  readonly #app: App;
  readonly #status: StatusKeeper;
  #stopListening = () => {};
  #hasToured = false;
  #isOffering = false;
  /** Until the conversation that is being opened is there, or is not. */
  #opening: Promise<void> | undefined;

  constructor(app: App, status: StatusKeeper) {
    this.#app = app;
    this.#status = status;
  }

  /**
   * Opens the conversation that the command line asks for; without a model the screen works all the same. Where nobody
   * `asked` for one just now, what they write meanwhile is no answer.
   */
  async begin({ asked = false } = {}): Promise<void> {
    if (this.#isOffering || this.#app.closing.aborted) return;
    if (this.#app.host.tour && !this.#hasToured) return this.beginTour();
    try {
      await this.open({});
    } catch (thrown) {
      const { code, message, hint } = toCommandError(thrown);
      if (code !== 'AUTH_REQUIRED') return this.#app.notice([message, hint].filter(Boolean).join('\n'), 'error');
      const { offerFirstRun } = await import('../first-run/offer.ts');
      this.#isOffering = true;
      this.#goOn(offerFirstRun(this.#app, this, asked).finally(() => (this.#isOffering = false)));
    } finally {
      this.#status.refresh();
    }
  }

  /** The tour, and after it what there would have been without it. */
  async beginTour(): Promise<void> {
    this.#hasToured = true;
    const { takeTour } = await import('../tour/tour.ts');
    const tour = takeTour(this.#app, this);
    this.#app.tour = tour.catch(() => {});
    this.#goOn(tour.then(() => (this.#app.talk || this.#opening ? undefined : this.begin())));
  }

  /** What needs the user goes on while others may begin. */
  #goOn(work: Promise<void>): void {
    void work
      .catch((thrown: unknown) => this.#app.notice(toCommandError(thrown).message, 'error'))
      .finally(() => this.#status.refresh());
  }

  /** Goes on with another conversation. When that cannot be opened, the one before stays. */
  open(wish: TalkWish): Promise<void> {
    const opening = this.#open(wish).finally(() => (this.#opening = undefined));
    this.#opening = opening.catch(() => {});
    return opening;
  }

  /** Another conversation is on its way: what is said now is for that one. */
  get opening(): Promise<void> | undefined {
    return this.#opening;
  }

  async #open(wish: TalkWish): Promise<void> {
    const app = this.#app;
    const talk = await app.host.open(wish, { askUser: (question, signal) => this.#askUser(question, signal) });
    await this.close();
    app.talk = talk;
    app.leaveTour?.();
    app.dispatch({ type: 'anew' });
    this.#stopListening = talk.conversation.subscribe((event) => this.#hear(event));
    for (const notice of talk.notices) app.notice(notice, 'warning');
    printTranscript(app, talk.conversation.log.chain());
    app.input.renew();
    this.#status.refresh();
  }

  async close(): Promise<void> {
    this.#stopListening();
    const { talk, input } = this.#app;
    this.#app.talk = undefined;
    input.giveBack(talk?.conversation.waiting.map(({ text }) => text) ?? []);
    await talk?.conversation.close();
  }

  #hear(event: ConversationEvent): void {
    const app = this.#app;
    app.dispatch({ type: 'event', event, now: app.host.now() });
    switch (event.type) {
      case 'ask':
        return void this.#askPermission(event.question, app.talk);
      case 'unsent':
        return app.input.giveBack(event.texts);
      case 'turnEnd':
        if (app.talk?.conversation.waiting.length === 0) app.notifier.notify('The turn is over.');
        return this.#status.refresh();
      case 'rewound':
        if (app.talk) countMessages(app, app.talk.conversation.log.chain());
        return this.#status.refresh();
      case 'answer':
      case 'compacted':
      case 'mode':
      case 'model':
        return this.#status.refresh();
      default:
        return undefined;
    }
  }

  async #askPermission(question: PermissionQuestion, talk: Talk | undefined): Promise<void> {
    if (!talk) return;
    this.#app.notifier.notify(`${question.call.name} has to be allowed.`);
    const answered = new AbortController();
    // Somebody else may answer, or the turn may end.
    const stop = talk.conversation.subscribe((event) => {
      if (event.type === 'turnEnd' || (event.type === 'answered' && event.question.id === question.id))
        answered.abort();
    });
    const { signal } = answered;
    const choice = await this.#app.show(permissionPrompt(question), signal);
    const reason = choice?.allow === 'why' ? await this.#app.show(textQuestion(WHY_NOT), signal) : undefined;
    stop();
    if (signal.aborted) return;
    if (choice?.allow === 'stop' || (!choice && stopsTurn(this.#app))) return talk.conversation.abort();
    const no = { allow: 'no', ...(reason ? { reason } : {}) } as const;
    talk.conversation.answer(question.id, !choice || choice.allow === 'why' ? no : choice);
  }

  async #askUser({ question, options }: UserQuestion, signal: AbortSignal | undefined): Promise<string | undefined> {
    this.#app.notifier.notify('The model asks something.');
    const answer = await this.#answerOf(question, options, signal);
    if (answer === undefined && !signal?.aborted && stopsTurn(this.#app)) void this.#app.talk?.conversation.abort();
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

/** An answer that is none of those that were offered. */
const OTHER = { label: '' };

const WHY_NOT = { title: 'Why not? The model is told.' };
