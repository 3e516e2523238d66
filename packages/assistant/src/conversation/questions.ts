import { toCommandError } from '@helve/command';
import type { Policy, Question } from '@helve/policy';
import type { Emit } from '../loop/events.ts';
import type { CallAnswer, TurnHooks, TurnView } from '../loop/hooks.ts';
import type { ToolCallPart } from '../model/message.ts';
import { isForPerson } from '../permissions/for-person.ts';
import type { PermissionAnswer } from '../permissions/permissions.ts';
import type { ConversationOptions } from './options.ts';

/** Who asks: in which turn, and with which hooks. */
export interface Asking extends TurnView {
  readonly hooks: readonly TurnHooks[];
  /** The conversation's policy when the call was judged. */
  readonly policy: Policy;
}

interface OpenQuestion {
  readonly question: Question;
  readonly from: Asking;
  readonly resolve: (answer: PermissionAnswer) => void;
}

/** What must be asked about calls, also about those of subagents: one question at a time, and hooks are heard before the user. */
export class Questions {
  readonly #options: Pick<ConversationOptions, 'caller' | 'permissions'>;
  readonly #emit: Emit;
  readonly #queue = new AskQueue();
  /** Those that wait for the user. */
  readonly #open = new Map<string, OpenQuestion>();

  constructor(options: Pick<ConversationOptions, 'caller' | 'permissions'>, emit: Emit) {
    this.#options = options;
    this.#emit = emit;
  }

  put(call: ToolCallPart, question: Question, from: Asking): Promise<CallAnswer> {
    return this.#queue.next(from.signal, () => this.#decide(call, question, from));
  }

  answer(id: string, answer: PermissionAnswer): void {
    this.#open.get(id)?.resolve(answer);
    this.#open.delete(id);
  }

  /** The mode has changed: answers what the new policy no longer asks about. */
  reconsider(): void {
    const { permissions } = this.#options;
    if (!permissions) return;
    const { policy } = permissions.caller.authority;
    for (const [id, { question, from }] of this.#open) {
      // A hook, an approval or what a program lacked is not for the mode to decide.
      if (question.approval || question.needs || from.policy.judge(question).verdict !== 'ask') continue;
      const { verdict } = policy.judge(question);
      if (verdict === 'allow') this.answer(id, { allow: 'once' });
      if (verdict === 'deny') this.answer(id, { allow: 'no', reason: `the mode is now ${policy.mode}` });
    }
  }

  /** Where nobody answers, the answer is no. */
  async #decide(call: ToolCallPart, question: Question, from: Asking): Promise<CallAnswer> {
    const { caller, permissions } = this.#options;
    // The answer before may have been for this one too.
    if (!question.approval && permissions?.hasAllowed(question, from.policy)) return { allow: true };
    for (const { beforeAsk } of from.hooks) {
      const answer = await beforeAsk?.(call, question, from);
      if (answer && !(answer.allow && isForPerson(question))) return answer;
    }
    if (!permissions) {
      const { ask } = caller().authority;
      return ask ? ask(question) : { allow: false, reason: 'it needs approval, and nobody can be asked here' };
    }
    const asked = await permissions.question(call, question);
    const answered = new Promise<PermissionAnswer>((resolve) => this.#open.set(asked.id, { question, from, resolve }));
    // What is answered too late changes nothing.
    from.signal.addEventListener('abort', () => this.#open.delete(asked.id), { once: true });
    this.#emit({ type: 'ask', question: asked });
    const answer = await answered;
    const notice = await permissions.take(answer, asked);
    this.#emit({ type: 'answered', question: asked, answer });
    if (notice !== undefined) this.#emit({ type: 'notice', text: notice });
    if (answer.allow !== 'no') return { allow: true };
    return {
      allow: false,
      reason: answer.reason === undefined ? 'the user declined' : `the user declined: ${answer.reason}`,
    };
  }
}

/** Questions of calls that run side by side are put one after the other. */
class AskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Asks when those before are answered. When the call is cancelled, nobody waits for an answer any more. */
  next(signal: AbortSignal, ask: () => Promise<CallAnswer>): Promise<CallAnswer> {
    const cancelled = new Promise<CallAnswer>((resolve) => {
      const deny = () => resolve({ allow: false, reason: toCommandError(signal.reason).message });
      if (signal.aborted) deny();
      signal.addEventListener('abort', deny, { once: true });
    });
    const answer = this.#last.then(() => (signal.aborted ? cancelled : Promise.race([ask(), cancelled])));
    this.#last = answer.catch(() => {});
    return answer;
  }
}
