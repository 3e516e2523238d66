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
export async function askModel(turn: Turn, room: Room, number: number): Promise<EntryOf<'assistant'>> {
  let share = 1;
  for (let attempt = 1; ; attempt++) {
    turn.emit({ type: 'request', number, model: turn.model.id });
    try {
      const answer = await streamAnswer(turn, requestFor(turn, share));
      if (answer.stopReason !== 'contextFull') return answer;
      throw new CommandError('CONTEXT_TOO_LONG', `The answer filled the context window of ${turn.model.name}`);
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (error.code !== 'CONTEXT_TOO_LONG' || attempt >= MOST_TRIES) throw error;
      // Whoever can do better than to leave things out is asked first, and once.
      if (attempt > 1 || !(await makeRoom(turn, room))) share *= SMALLER;
    }
  }
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
