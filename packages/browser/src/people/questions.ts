import { randomUUID } from 'node:crypto';
import type { Question } from '../protocol.ts';
import type { BrowserLink } from '../relay/link.ts';
import { waitFor } from '../relay/queue.ts';
import type { Deed } from '../relay/relay.ts';

interface Open {
  readonly link: BrowserLink;
  readonly question: Question;
  readonly tabId: number | null;
  readonly settle: (answer: string | Error) => void;
}

/** Whose question it is, and about which tab. */
export type Asker = Pick<Deed, 'link' | 'session' | 'tabId' | 'patience'>;

/** What people are asked in their browsers, until they answer or nobody waits any more. */
export class Questions {
  readonly #open = new Map<string, Open>();

  /** Asks the person; undefined: they gave no answer in time. */
  async ask(
    { link, session: { session }, tabId, patience }: Asker,
    asked: Pick<Question, 'question' | 'answers'>,
  ): Promise<string | undefined> {
    const question = { id: randomUUID(), session, ...asked };
    let settle: Open['settle'] = () => {};
    const answer = new Promise<string | Error>((resolve) => {
      settle = resolve;
    });
    this.#open.set(question.id, { link, question, tabId, settle });
    link.say({ type: 'ask', ...question });
    const answered = await waitFor(answer, patience)
      .catch((thrown: unknown) => {
        if (patience.signal.aborted) throw thrown;
        return undefined;
      })
      .finally(() => {
        this.#open.delete(question.id);
        link.say({ type: 'unask', id: question.id });
      });
    if (answered instanceof Error) throw answered;
    return answered;
  }

  /** Only the browser that was asked can answer, and only with what it was offered. */
  answer(link: BrowserLink, id: string, answer: string): void {
    const open = this.#open.get(id);
    if (open?.link === link && open.question.answers.some((offered) => offered.answer === answer)) open.settle(answer);
  }

  /** What was asked for this session is asked no more: it is over. */
  withdrawSession(session: string, why: Error): void {
    for (const { question, settle } of this.#open.values()) if (question.session === session) settle(why);
  }

  /** The same for a tab of a browser. */
  withdrawTab(link: BrowserLink, tabId: number, why: Error): void {
    for (const open of this.#open.values()) if (open.link === link && open.tabId === tabId) open.settle(why);
  }

  /** The person has stopped everything: that answers what they were asked. */
  denyAll(link: BrowserLink): void {
    for (const open of this.#open.values()) if (open.link === link) open.settle('deny');
  }

  /** Asks again what a browser was asked before its connection was lost. */
  repeat(link: BrowserLink): void {
    for (const open of this.#open.values()) if (open.link === link) link.say({ type: 'ask', ...open.question });
  }
}
