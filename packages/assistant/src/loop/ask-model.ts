import { CommandError, toCommandError } from '@helve/command';
import type { EntryOf } from '../log/entry.ts';
import { contextUsed } from '../log/context-use.ts';
import { fit } from '../log/fit.ts';
import { messagesOf } from '../log/messages.ts';
import { repair } from '../log/repair.ts';
import { Draft } from '../model/draft.ts';
import { outputRoom } from '../model/models.ts';
import { textOf } from '../model/message.ts';
import type { ModelEvent, ModelRequest } from '../model/provider.ts';
import { contextTokens, costOf } from '../model/usage.ts';
import type { Room } from './room.ts';
import type { Turn } from './turn-state.ts';

/** How much less of the window is taken when the provider says that it was too much: its count and our estimate differ. */
const SMALLER = 0.6;
const MOST_TRIES = 4;

/** One answer of the model, which is in the log then. What was said of an answer that broke off is kept and marked. */
export async function askModel(asked: Turn, room: Room, number: number): Promise<EntryOf<'assistant'>> {
  let turn = asked;
  let share = 1;
  for (let attempt = 1; ; attempt++) {
    turn.emit({ type: 'request', number, model: turn.model.id });
    try {
      const answer = await streamAnswer(turn, requestFor(turn, share));
      if (answer.stopReason !== 'contextFull') return answer;
      throw new CommandError('CONTEXT_TOO_LONG', `The answer filled the context window of ${turn.model.name}`);
    } catch (thrown) {
      const error = toCommandError(thrown);
      const other = await fallBack(turn, error);
      if (other) {
        turn = other;
        attempt = 0;
        continue;
      }
      if (error.code !== 'CONTEXT_TOO_LONG' || attempt >= MOST_TRIES) throw error;
      // Whoever can do better than to leave things out is asked first, and once.
      if (attempt > 1 || !(await makeRoom(turn, room))) share *= SMALLER;
    }
  }
}

/** How often a model that fails is asked again before another is: nobody waits for minutes where there is one. */
const TRIES_BEFORE_FALLBACK = 2;

/** The turn with the next model that may answer, where the one before is overloaded or out of order; this is announced. */
async function fallBack(turn: Turn, error: CommandError): Promise<Turn | undefined> {
  const [choose, ...fallbacks] = turn.fallbacks;
  if (!choose || turn.signal.aborted || !isOutage(error)) return undefined;
  const chosen = await choose();
  turn.change({ chosen, fallbacks });
  const next: Turn = { ...turn, ...chosen, chosen, fallbacks };
  if (chosen.model.id === turn.model.id) return fallBack(next, error);
  turn.emit({ type: 'fallback', from: turn.model.id, to: chosen.model.id, error });
  const text = `${turn.model.name} is not available (${error.message}). ${chosen.model.name} answers for the rest of this turn.`;
  turn.emit({ type: 'notice', text });
  return next;
}

function isOutage({ code, retry }: CommandError): boolean {
  return retry === 'safe' && (code === 'PROVIDER_FAILED' || code === 'RATE_LIMITED');
}

function requestFor({ log, model, system, declarations, effort }: Turn, share: number): ModelRequest {
  const overhead = (system.length + JSON.stringify(declarations).length) / 4;
  const limit = Math.max(1000, model.window * share - overhead);
  const chain = log.chain();
  return {
    model,
    system,
    tools: declarations,
    messages: repair(fit(messagesOf(chain), limit), model),
    effort,
    maxOutput: outputRoom(model, Math.min(contextUsed(chain, overhead), limit + overhead)),
    conversation: log.id,
  };
}

async function streamAnswer(turn: Turn, request: ModelRequest): Promise<EntryOf<'assistant'>> {
  const { provider, signal, model } = turn;
  const draft = new Draft(model.id);
  try {
    for await (const event of provider.stream(request, { signal })) {
      if (event.type === 'retry' && event.attempt >= TRIES_BEFORE_FALLBACK && turn.fallbacks.length > 0)
        throw event.error;
      draft.add(event);
      show(turn, event);
    }
  } catch (thrown) {
    const { content, usage } = draft.answer();
    if (textOf(content).trim() !== '' || contextTokens(usage) > 0) {
      record(turn, draft, signal.aborted ? 'cancelled' : 'failed');
    }
    throw thrown;
  }
  return record(turn, draft);
}

function record(turn: Turn, draft: Draft, interrupted?: 'cancelled' | 'failed'): EntryOf<'assistant'> {
  const { log, model, budget, emit } = turn;
  const { content, usage, stopReason } = draft.answer();
  const cost = costOf(usage, model);
  budget.spend(cost ?? 0, usage);
  const entry = log.append({
    type: 'assistant',
    content,
    model: model.id,
    usage,
    ...(cost === undefined ? {} : { cost }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(interrupted ? { interrupted } : {}),
  });
  emit({ type: 'answer', entry });
  return entry;
}

function show({ emit }: Turn, event: ModelEvent): void {
  switch (event.type) {
    case 'text':
    case 'thinking':
    case 'toolCall':
    case 'retry':
      emit(event);
      break;
    default:
    // The rest is in the answer, once it is whole.
  }
}

async function makeRoom(turn: Turn, room: Room): Promise<boolean> {
  for (const { makeRoom: make } of turn.hooks) if (await make?.(turn)) return true;
  return turn.compactAt !== false && room.make(turn, 'tooLong');
}
