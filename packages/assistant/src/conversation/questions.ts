import type { Question } from '@helve/registry';
import type { Emit } from '../loop/events.ts';
import type { CallAnswer, TurnView } from '../loop/hooks.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { PermissionAnswer } from '../permissions/permissions.ts';
import { AskQueue } from './ask-queue.ts';
import type { ConversationOptions } from './options.ts';

/** What must be asked about calls: one question at a time, and hooks are heard before the user. */
export class Questions {
  readonly #options: Pick<ConversationOptions, 'caller' | 'permissions' | 'hooks'>;
  readonly #emit: Emit;
  readonly #queue = new AskQueue();
  /** Those that wait for the user. */
  readonly #open = new Map<string, (answer: PermissionAnswer) => void>();

  constructor(options: Pick<ConversationOptions, 'caller' | 'permissions' | 'hooks'>, emit: Emit) {
    this.#options = options;
    this.#emit = emit;
  }

  put(call: ToolCallPart, question: Question, view: TurnView): Promise<CallAnswer> {
    return this.#queue.next(view.signal, () => this.#decide(call, question, view));
  }

  answer(id: string, answer: PermissionAnswer): void {
    this.#open.get(id)?.(answer);
    this.#open.delete(id);
  }

  /** Where nobody answers, the answer is no. */
  async #decide(call: ToolCallPart, question: Question, view: TurnView): Promise<CallAnswer> {
    const { caller, permissions, hooks = [] } = this.#options;
    // The answer before may have been for this one too.
    if (permissions?.allows(question)) return { allow: true };
    for (const { beforeAsk } of hooks) {
      const answer = await beforeAsk?.(call, question, view);
      if (answer) return answer;
    }
    if (!permissions) {
      const { ask } = caller();
      return ask ? ask(question) : { allow: false, reason: 'it must be asked, and there is nobody to ask' };
    }
    const asked = await permissions.question(call, question);
    const answered = new Promise<PermissionAnswer>((resolve) => this.#open.set(asked.id, resolve));
    // What is answered too late changes nothing.
    view.signal.addEventListener('abort', () => this.#open.delete(asked.id), { once: true });
    this.#emit({ type: 'ask', question: asked });
    const answer = await answered;
    const notice = await permissions.take(answer, asked);
    this.#emit({ type: 'answered', question: asked, answer });
    if (notice !== undefined) this.#emit({ type: 'notice', text: notice });
    if (answer.allow !== 'no') return { allow: true };
    return {
      allow: false,
      reason: answer.reason === undefined ? 'the user said no' : `the user said no: ${answer.reason}`,
    };
  }
}
