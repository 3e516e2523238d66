import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CommandError, type Contact, type Form, type FormAnswer } from '@helve/command';
import { PROGRESS_LINES, PROTOCOL_VERSION, type QuestionLine } from './protocol.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Questions that commands in the service have for whoever called them: each is a line of the reply, and answered by a request. */
export class Questions {
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  /** How a caller that hears of progress is reached, as far as it said it can be. */
  contactOf(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    answers: readonly ('elicit' | 'sample')[],
    signal: AbortSignal,
  ): Contact {
    if (request.headers.accept !== PROGRESS_LINES) return {};
    const ask = (kind: 'elicit' | 'sample', about: object) => this.#ask(response, id, kind, about, signal);
    return {
      ...(answers.includes('elicit')
        ? { elicit: (form: Form) => ask('elicit', form) as Promise<unknown> as Promise<FormAnswer> }
        : {}),
      ...(answers.includes('sample') ? { sample: async (about: Answer) => sampled(await ask('sample', about)) } : {}),
    };
  }

  /** Whether somebody waited for it. */
  answer(id: string, answer: Answer): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.(answer);
    return this.#waiting.delete(id);
  }

  #ask(response: ServerResponse, id: string, kind: QuestionLine['kind'], about: object, signal: AbortSignal) {
    const question: QuestionLine = { id: randomUUID(), kind, about: { ...about } };
    return new Promise<Answer>((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(question.id);
        reject(new CommandError('CANCELLED', 'Nobody waits for the answer any more', { retry: 'safe' }));
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(question.id, (answer) => {
        signal.removeEventListener('abort', stop);
        resolve(answer);
      });
      if (!response.headersSent) response.writeHead(200, { 'Content-Type': PROGRESS_LINES });
      response.write(`${JSON.stringify({ protocol_version: PROTOCOL_VERSION, id, question })}\n`);
    });
  }
}

/** What the model said, or the reason why it was not asked. */
function sampled(answer: Answer): Answer {
  if (typeof answer.failed !== 'string') return answer;
  throw new CommandError('UNAVAILABLE', answer.failed, { retry: 'never' });
}
