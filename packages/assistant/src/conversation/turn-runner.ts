import { CommandError, toCommandError } from '@helve/command';
import { type Caller, under } from '@helve/policy';
import type { Emit, TurnResult } from '../loop/events.ts';
import type { HandOvers } from '../loop/hand-overs.ts';
import { admit, letIn } from '../loop/let-in.ts';
import { type Budget, RequestCount } from '../loop/limits.ts';
import { endElsewhere } from '../loop/problem.ts';
import {
  type AnsweredElsewhere,
  type Expansion,
  joinPrompts,
  type Prompt,
  promptContent,
  unsent,
} from '../loop/prompt.ts';
import { COMPACT_AT } from '../loop/room.ts';
import { placeIn } from '../loop/run-tools.ts';
import { Steps, stopped } from '../loop/steps.ts';
import { changeTurn } from '../loop/turn-change.ts';
import type { Turn } from '../loop/turn-state.ts';
import { endTurn, runTurn } from '../loop/turn.ts';
import { NO_USAGE } from '../model/usage.ts';
import type { ModelTool } from '../tools/tool.ts';
import type { Fixed } from './fixed-part.ts';
import type { ConversationOptions, ModelUse } from './options.ts';
import type { Questions } from './questions.ts';
import type { Dropped, Job, TurnQueue } from './turn-queue.ts';

/** What turns are made of, and what they have in common. */
export interface RunnerParts {
  readonly options: ConversationOptions;
  readonly using: () => ModelUse;
  readonly caller: () => Caller;
  readonly tools: () => readonly ModelTool[];
  readonly fixed: () => Promise<Fixed>;
  readonly budget: Budget;
  readonly questions: Questions;
  readonly handOvers: HandOvers | undefined;
  readonly queue: TurnQueue;
  readonly emit: Emit;
}

/** Makes turns of what the user says, one at a time, and can stop the one that goes on. */
export class TurnRunner {
  readonly steps = new Steps();
  readonly #parts: RunnerParts;
  #requests: RequestCount | undefined;
  #running: AbortController | undefined;
  #now: Turn | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** The turn that goes on. */
  get now(): Turn | undefined {
    return this.#now;
  }

  /** What counts the requests of the turn, with those of its subagents. */
  get requests(): RequestCount | undefined {
    return this.#now?.requests ?? this.#requests;
  }

  /** A turn for the queue. */
  turnFor(prompt: Prompt): Job<TurnResult> {
    return {
      prompt,
      work: () => this.#turn((signal) => this.#answer(prompt, signal)),
      instead: (why: Dropped) =>
        ended(new CommandError('CANCELLED', why === 'withdrawn' ? 'It was taken back' : NOT_SENT, { retry: 'safe' })),
    };
  }

  /** The rest of a turn whose process ended before it did, for the queue: its prompt and answers so far are in the log. */
  restOfTurn(): Job<TurnResult> {
    const rest = async (signal: AbortSignal) => {
      const turn = await this.#state(signal);
      this.#now = turn;
      // What was said since goes in before the model is asked again.
      await letIn(turn);
      return runTurn(turn);
    };
    return {
      work: () => this.#turn(rest),
      instead: () => ended(new CommandError('CANCELLED', NOT_SENT, { retry: 'safe' })),
    };
  }

  /** Does something with all that a turn works with; it can be stopped as one can. */
  async work<Result>(work: (turn: Turn) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    this.#running = controller;
    try {
      return await work(await this.#state(controller.signal));
    } finally {
      this.#running = undefined;
    }
  }

  stop(why: CommandError): void {
    this.#running?.abort(why);
  }

  async #turn(answer: (signal: AbortSignal) => Promise<TurnResult>): Promise<TurnResult> {
    const { options, emit } = this.#parts;
    const controller = new AbortController();
    this.#running = controller;
    this.#requests = new RequestCount(options.maxTurns, options.within?.requests ?? options.requests);
    const result = await answer(controller.signal).catch((thrown: unknown) =>
      // A hook that refuses, a disk that is full: nothing was asked.
      ended(toCommandError(thrown), controller.signal),
    );
    this.#running = undefined;
    this.#now = undefined;
    emit({ type: 'turnEnd', result });
    this.takeLate();
    return result;
  }

  /** What was said too late for what is over begins the next turn. */
  takeLate(): void {
    const { queue } = this.#parts;
    const late = joinPrompts(queue.takeSteering());
    for (const said of late.toReversed()) void queue.addFirst(this.turnFor(said));
  }

  /** From what the user said to the last word about it. */
  async #answer(prompt: Prompt, signal: AbortSignal): Promise<TurnResult> {
    const { emit } = this.#parts;
    emit({ type: 'taken', prompt });
    const { turn, made, entry, notes } = await this.#letIn(prompt, signal).catch((thrown: unknown) => {
      // What a hook refused is done with. All else is still the user's.
      if (signal.aborted || toCommandError(thrown).code !== 'PERMISSION_DENIED') emit(unsent([prompt]));
      throw thrown;
    });
    emit({ type: 'turnStart', entry });
    if (turn.log.takeWrittenElsewhere()) emit({ type: 'notice', text: WRITTEN_ELSEWHERE });
    for (const words of notes) this.#note(words);
    if (made && 'answer' in made) return this.#answerElsewhere(turn, made.answer, entry.id);
    if (made) turn.change(made.change);
    return runTurn(turn);
  }

  /** Puts what the user said into the log, as hooks permit and as what it means. */
  async #letIn(prompt: Prompt, signal: AbortSignal) {
    const { options, using } = this.#parts;
    const { log, hooks = [] } = options;
    const notes = await admit(prompt, 'prompt', hooks, { log, model: using().model, signal });
    const turn = await this.#state(signal);
    this.#now = turn;
    const made = prompt.expand && (await this.#expand(turn, prompt.expand, notes));
    const meant = made && 'text' in made ? made.text : prompt.text;
    const entry = log.append({
      type: 'user',
      origin: 'prompt',
      ...promptContent(prompt, meant),
      ...(made ? { typed: prompt.text } : {}),
    });
    return { turn, made, entry, notes };
  }

  /** What is made of a prompt. It may run commands, so it is a step that can be stopped; then there is no turn. */
  async #expand(turn: Turn, expand: NonNullable<Prompt['expand']>, notes: string[]): Promise<Expansion> {
    const made = await this.steps.take(turn, (step) => expand(placeIn(step, notes)));
    if (!made) throw stopped();
    return made;
  }

  /** Another conversation answers, in one step: the model hears of it with the next turn. */
  async #answerElsewhere(turn: Turn, answer: AnsweredElsewhere['answer'], callId: string): Promise<TurnResult> {
    const place = (step: Turn) => ({ ...placeIn(step, []), callId });
    const result = (await this.steps.take(turn, (step) => answer(place(step)))) ?? ended(stopped());
    this.#note(endElsewhere(result));
    return endTurn(turn, result);
  }

  #note(words: string): void {
    const { options, emit } = this.#parts;
    emit({ type: 'note', entry: options.log.append({ type: 'note', text: words }) });
  }

  /** All that a turn works with. */
  async #state(signal: AbortSignal): Promise<Turn> {
    const { options, using, caller, tools, fixed, budget, questions, handOvers, queue, emit } = this.#parts;
    const { hooks = [], maxTurns, within, log, registry, compactAt, narrow, fallbacks = [] } = options;
    return makeTurn({
      ...(await fixed()),
      log,
      registry,
      compactAt,
      narrow,
      fallbacks,
      using,
      callerNow: caller,
      tools: tools(),
      hooks,
      requests: this.#requests ?? new RequestCount(maxTurns, within?.requests ?? options.requests),
      budget,
      ask: (call, question, from) => questions.put(call, question, { log, model: using().model, hooks, ...from }),
      signal,
      emit,
      takeSteering: () => queue.takeSteering(),
      steps: this.steps,
      handOvers,
    });
  }
}

const WRITTEN_ELSEWHERE =
  'Another process is also writing to this conversation. Its messages are not visible here, and only the latest branch continues. Fork the conversation to keep both.';
const NOT_SENT = 'Not sent: the previous turn was cancelled';

/** The end of a turn in which nothing was asked. */
function ended(error: CommandError, signal?: AbortSignal): TurnResult {
  const outcome = signal?.aborted || error.code === 'CANCELLED' ? 'cancelled' : 'failed';
  return { outcome, text: '', error, requests: 0, usage: NO_USAGE, cost: 0, denials: [] };
}

/** What a turn is made of: all of it but what may change from one request or call to the next, and how to ask for that. */
export interface TurnParts extends Omit<Turn, 'provider' | 'model' | 'effort' | 'compactAt' | 'caller' | 'change'> {
  readonly compactAt: number | false | undefined;
  readonly using: () => ModelUse;
  readonly callerNow: () => Caller;
}

/** All that a turn works with. */
export function makeTurn({ using, callerNow, compactAt = COMPACT_AT, ...parts }: TurnParts): Turn {
  const asked = () => turn.chosen ?? using();
  const turn: Turn = {
    ...parts,
    get provider() {
      return asked().provider;
    },
    get model() {
      return asked().model;
    },
    get effort() {
      return using().effort;
    },
    get compactAt() {
      // A recording has no answer for a request that was not in it.
      return asked().provider.name === 'replay' ? false : compactAt;
    },
    caller: () => {
      const caller = callerNow();
      const { policy } = caller.authority;
      const narrowed = turn.narrow?.(policy) ?? policy;
      return { ...under(caller, { policy: turn.grant?.(narrowed) ?? narrowed }), ownPolicy: policy };
    },
    change: (change) => changeTurn(turn, change),
  };
  return turn;
}
