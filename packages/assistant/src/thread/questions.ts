import { CommandError, parameter, worded } from '@helve/command';
import type { Conversation } from '../conversation/conversation.ts';
import { briefCall } from '../session/transcript.ts';
import type { AskUser } from '../tools/ask-user.ts';
import { noteQuestion } from './interrupted.ts';

/** What a thread wants to know. */
export interface ThreadQuestion {
  readonly id: string;
  /** A call that needs approval, or a question of the model. */
  readonly kind: 'permission' | 'question';
  readonly text: string;
  readonly options: readonly string[];
}

interface OpenQuestion extends ThreadQuestion {
  readonly take: (answer: string) => void;
}

const ALLOW = ['once', 'conversation', 'project'] as const;

/** The questions of a thread that nobody has answered yet. */
export class OpenQuestions {
  onChange: () => void = () => {};
  readonly #open = new Map<string, OpenQuestion>();
  #count = 0;

  get open(): readonly ThreadQuestion[] {
    return [...this.#open.values()].map(({ id, kind, text, options }) => ({ id, kind, text, options }));
  }

  /** Puts a question of the model. */
  readonly ask: AskUser = ({ question, options }, signal) =>
    new Promise((resolve) => {
      const id = `question${++this.#count}`;
      this.#put({ id, kind: 'question', text: question, options, take: resolve });
      signal?.addEventListener('abort', () => {
        this.#remove(id);
        resolve(undefined);
      });
    });

  /** Puts the questions about calls. */
  listenTo(conversation: Conversation): void {
    conversation.subscribe((event) => {
      if (event.type === 'turnEnd') return this.#clear();
      if (event.type !== 'ask' && event.type !== 'answered') return;
      const { id, call, commands, decision } = event.question;
      noteQuestion(conversation.log, call.id, event.type === 'ask');
      if (event.type === 'answered') return this.#remove(id);
      this.#put({
        id,
        kind: 'permission',
        text: [briefCall(call), ...(commands ?? []), decision.reason].filter(Boolean).join('\n'),
        options: [...(event.question.rules.length > 0 ? ALLOW : ['once']), 'no'],
        take: (answer) => {
          const allow = ALLOW.find((each) => each === answer) ?? (answer === 'yes' ? 'once' : undefined);
          const reason = answer === 'no' ? {} : { reason: answer };
          conversation.answer(id, allow ? { allow } : { allow: 'no', ...reason });
        },
      });
    });
  }

  /** Without a name, the one that is open. */
  answer(answer: string, name?: string): void {
    const named = name === undefined ? [...this.#open.values()] : [this.#open.get(name)].filter((each) => !!each);
    const [question, ...others] = named;
    if (!question || others.length > 0) {
      const ids = [...this.#open.keys()].join(', ');
      throw new CommandError('INVALID_INPUT', worded`${parameter('question')} names no open question`, {
        hint: `Open: ${ids}.`,
      });
    }
    this.#remove(question.id);
    question.take(answer);
  }

  #put(question: OpenQuestion): void {
    this.#open.set(question.id, question);
    this.onChange();
  }

  #remove(id: string): void {
    if (this.#open.delete(id)) this.onChange();
  }

  #clear(): void {
    this.#open.clear();
  }
}
