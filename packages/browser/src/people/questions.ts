import { randomUUID } from 'node:crypto';
import type { Question } from '../protocol.ts';
import type { BrowserLink } from '../relay/link.ts';
import { type Patience, waitFor } from '../relay/queue.ts';

interface Open {
  readonly link: BrowserLink;
  readonly question: Question;
  readonly settle: (answer: string) => void;
}

/** What people are asked in their browsers, until they answer or nobody waits any more. */
export class Questions {
  readonly #open = new Map<string, Open>();

  /** Asks the person; undefined: they gave no answer in time. */
  async ask(link: BrowserLink, asked: Omit<Question, 'id'>, patience: Patience): Promise<string | undefined> {
    const question = { id: randomUUID(), ...asked };
    let settle: Open['settle'] = () => {};
    const answer = new Promise<string>((resolve) => {
      settle = resolve;
    });
    this.#open.set(question.id, { link, question, settle });
    link.say({ type: 'ask', ...question });
    try {
      return await waitFor(answer, patience);
    } catch (thrown) {
      if (patience.signal.aborted) throw thrown;
      return undefined;
    } finally {
      this.#open.delete(question.id);
      link.say({ type: 'unask', id: question.id });
    }
  }

  /** Only the browser that was asked can answer, and only with what it was offered. */
  answer(link: BrowserLink, id: string, answer: string): void {
    const open = this.#open.get(id);
    if (open?.link === link && open.question.answers.some((offered) => offered.answer === answer)) open.settle(answer);
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
