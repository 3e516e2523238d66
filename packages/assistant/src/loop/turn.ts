import { CommandError, toCommandError } from '@helve/command';
import type { EntryOf, TurnOutcome } from '../log/entry.ts';
import { textOf, toolCallsOf } from '../model/message.ts';
import { subtractUsage, type Usage } from '../model/usage.ts';
import { askModel } from './ask-model.ts';
import type { Denial, TurnReport, TurnResult } from './events.ts';
import { letIn } from './let-in.ts';
import { Room } from './room.ts';
import { Repeats } from './repeats.ts';
import { placeIn, runTools, skipTools } from './run-tools.ts';
import { stopped } from './steps.ts';
import type { Turn } from './turn-state.ts';

/** How often an answer that was cut off, or that hooks are not content with, is taken up again. */
const MOST_CONTINUATIONS = 5;

/** From what the user said, which is in the log already, to the model's last word. Never throws. */
export async function runTurn(turn: Turn): Promise<TurnResult> {
  const running = new RunningTurn(turn);
  const result = await running.run().catch((thrown: unknown) => running.stopped(toCommandError(thrown)));
  return endTurn(turn, result);
}

/** Writes down that a turn is over, with what is known of its work. */
export async function endTurn(turn: Turn, result: TurnResult): Promise<TurnResult> {
  const { outcome, error } = result;
  if (outcome === 'failed' && error) {
    for (const { afterFailure } of turn.hooks) await afterFailure?.(error, turn);
  }
  const report = await reportOf(turn);
  turn.log.append({ type: 'turnEnd', outcome, ...(error ? { error: error.code } : {}) });
  return { ...result, ...report };
}

async function reportOf(turn: Turn): Promise<TurnReport> {
  const reports: TurnReport[] = [];
  for (const { afterTurn } of turn.hooks) {
    // Nothing that happened may be lost because it could not be looked at.
    const report = await afterTurn?.(turn).catch(() => undefined);
    if (report) reports.push(report);
  }
  const violations = reports.flatMap((report) => report.violations ?? []);
  return { ...Object.assign({}, ...reports), ...(violations.length > 0 ? { violations } : {}) };
}

class RunningTurn {
  readonly #turn: Turn;
  readonly #repeats = new Repeats();
  readonly #room = new Room();
  readonly #denials: Denial[] = [];
  #requests = 0;
  /** What was spent before this turn; from then on that of its subagents counts too. */
  readonly #before: { readonly cost: number; readonly usage: Usage };
  #continued = 0;
  #empty = 0;
  /** What the model said since it last called a tool. */
  #said = '';

  constructor(turn: Turn) {
    this.#turn = turn;
    this.#before = { cost: turn.budget.spent, usage: turn.budget.usage };
  }

  async run(): Promise<TurnResult> {
    const turn = this.#turn;
    for (;;) {
      if (turn.requests.isSpent) return this.#end('maxTurns');
      if (turn.budget.isSpent) return this.#end('maxCost');
      const answer = await turn.steps.take(turn, (step) => this.#ask(step));
      if (answer === 'spent') return this.#end('maxCost');
      if (!answer) {
        if (await letIn(turn)) continue;
        return this.stopped(stopped());
      }
      const calls = toolCallsOf(answer.content);
      if (calls.length > 0) {
        this.#said = '';
        if (turn.requests.isSpent) {
          skipTools(turn, calls, 'the turn limit was reached');
          return this.#end('maxTurns');
        }
        const denials = await turn.steps.take(turn, (step) => runTools(step, calls, this.#repeats));
        this.#denials.push(...(denials ?? []));
        if (turn.signal.aborted) return this.stopped(toCommandError(turn.signal.reason));
        await letIn(turn);
        continue;
      }
      if (answer.stopReason === 'refusal') return this.#end('refused');
      if (answer.stopReason === 'pause' || (await letIn(turn))) continue;
      if (await turn.steps.take(turn, (step) => this.#goOn(step, answer))) continue;
      // Whoever has a say in the end was not heard.
      if (turn.signal.aborted) return this.stopped(toCommandError(turn.signal.reason));
      return this.#end('success');
    }
  }

  /** The end of a turn that something put an end to. */
  stopped(error: CommandError): TurnResult {
    return this.#end(this.#turn.signal.aborted || error.code === 'CANCELLED' ? 'cancelled' : 'failed', error);
  }

  async #ask(step: Turn): Promise<EntryOf<'assistant'> | 'spent'> {
    const { log, hooks, requests } = step;
    const before = log.entries.length;
    try {
      for (const { beforeRequest } of hooks) await beforeRequest?.(step);
      await this.#room.keep(step);
      // To make room may have taken all that was left.
      if (step.budget.isSpent) return 'spent';
      this.#requests++;
      requests.take();
      const answer = await askModel(step, this.#room, this.#requests);
      this.#said += textOf(answer.content);
      return answer;
    } finally {
      for (const entry of log.entries.slice(before)) {
        if (entry.type === 'assistant' && entry.interrupted) this.#said += textOf(entry.content);
      }
    }
  }

  /** Whether the model has to say more: it was cut off, said nothing, or a hook wants more of it. */
  async #goOn(step: Turn, answer: EntryOf<'assistant'>): Promise<boolean> {
    if (answer.stopReason === 'maxOutput') {
      return this.#continue('[Your answer was cut off at the limit of its length. Go on exactly where it stopped.]');
    }
    if (textOf(answer.content).trim() === '') {
      if (this.#empty++ === 0) return this.#continue('[Your answer was empty. Please answer.]');
      throw new CommandError('PROVIDER_FAILED', `${step.model.name} answered nothing`);
    }
    const notes: string[] = [];
    const tell = (words: string) => step.emit({ type: 'notice', text: words });
    for (const { beforeEnd } of step.hooks) {
      const words = await beforeEnd?.(this.#said, step, { place: () => placeIn(step, notes), tell });
      if (words !== undefined && this.#continue(words)) {
        this.#said = '';
        return true;
      }
    }
    return false;
  }

  #continue(words: string): boolean {
    if (++this.#continued > MOST_CONTINUATIONS) return false;
    const { log, emit } = this.#turn;
    emit({ type: 'note', entry: log.append({ type: 'note', text: words }) });
    return true;
  }

  #end(outcome: TurnOutcome, error?: CommandError): TurnResult {
    return {
      outcome,
      text: this.#said,
      ...(error ? { error } : {}),
      requests: this.#requests,
      usage: subtractUsage(this.#turn.budget.usage, this.#before.usage),
      cost: this.#turn.budget.spent - this.#before.cost,
      denials: this.#denials,
    };
  }
}
