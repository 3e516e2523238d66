import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, type Registry } from '@helve/command';
import type { Caller } from '@helve/policy';
import { type Conversation, createConversation } from '../conversation/conversation.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { Entry, EntryOf, ToolOutcome } from '../log/entry.ts';
import { findConversation } from '../log/place.ts';
import type { TurnResult } from '../loop/events.ts';
import { type MediaPart, textOf, toolCallsOf } from '../model/message.ts';
import { findModel } from '../model/models.ts';
import type { ModelEvent, Provider } from '../model/provider.ts';
import { answerEvents } from '../providers/replay/provider.ts';
import { CORE_TOOLS } from '../tools/core-tools.ts';
import type { ModelTool } from '../tools/tool.ts';
import { type RecordedAnswer, recordedTools, recordedTurns } from './recording.ts';

export interface PlaybackOptions {
  readonly recorded: readonly Entry[];
  /** Where what is played is written down. */
  readonly log: ConversationLog;
  readonly registry: Registry;
  readonly caller: () => Caller;
  /** `recorded`: results are those of the recording, and nothing is done. Else what is called is called again. */
  readonly tools: 'recorded' | readonly ModelTool[];
}

/** Which recording to play, and for whom. */
export interface PlaybackRequest extends Pick<PlaybackOptions, 'registry'> {
  /** The id of the recorded conversation. */
  readonly id: string;
  readonly caller: Caller;
  /** Run the recorded calls again, and keep the conversation that this makes. */
  readonly runTools: boolean;
}

export interface Played {
  readonly turns: readonly TurnResult[];
  readonly calls: number;
  /** Calls that came out otherwise than they did when they were recorded. */
  readonly different: readonly Difference[];
}

export interface Difference {
  readonly call: string;
  readonly name: string;
  readonly recorded: ToolOutcome;
  readonly played: ToolOutcome;
}

/** Opens a recorded conversation to play it again. Without `runTools` all that is written is gone after `close`. */
export async function openPlayback({ id, registry, caller, runTools }: PlaybackRequest) {
  const {
    place: { home, cwd },
  } = caller;
  const recorded = ConversationLog.open(findConversation(home, cwd, id), Date.now);
  const scratch = runTools ? undefined : await mkdtemp(join(tmpdir(), 'helve-replay-'));
  const log = ConversationLog.create({ home: scratch ?? home, cwd, now: Date.now });
  const tools = runTools ? CORE_TOOLS : 'recorded';
  const playback = new Playback({ recorded: recorded.chain(), log, registry, caller: () => caller, tools });
  return {
    playback,
    recordedId: recorded.id,
    close: async () => {
      await playback.conversation.close();
      if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Plays a recorded conversation once more, without a network: as a conversation like any other, for whoever shows those. */
export class Playback {
  readonly conversation: Conversation;
  readonly #recorded: readonly Entry[];
  readonly #coming: RecordedAnswer[] = [];

  constructor({ recorded, log, registry, caller, tools }: PlaybackOptions) {
    this.#recorded = recorded;
    this.conversation = createConversation({
      log,
      registry,
      caller,
      tools: tools === 'recorded' ? recordedTools(recorded) : tools,
      provider: this.#provider(),
      model: findModel('replay', { images: true, documents: true, window: 10_000_000 }),
      system: () => 'Replaying a recorded conversation.',
    });
  }

  async play(): Promise<Played> {
    const turns: TurnResult[] = [];
    const results: EntryOf<'toolResult'>[] = [];
    const recorded = new Map<string, EntryOf<'toolResult'>>();
    const stop = this.conversation.subscribe((event) => {
      if (event.type === 'toolEnd') results.push(event.entry);
    });
    for (const { prompt, answers, results: earlier } of recordedTurns(this.#recorded)) {
      for (const result of earlier) recorded.set(result.callId, result);
      this.#coming.splice(0, Number.POSITIVE_INFINITY, ...answers);
      const media = prompt.content.filter((part): part is MediaPart => part.type === 'media');
      turns.push(await this.conversation.send({ text: textOf(prompt.content), media }));
      if (turns.at(-1)?.outcome === 'cancelled' && !answers.some(({ entry }) => entry.interrupted)) break;
    }
    stop();
    return { turns, calls: results.length, different: results.flatMap((played) => compare(played, recorded)) };
  }

  #provider(): Provider {
    const [coming, steer] = [this.#coming, (words: string) => this.conversation.steer(words)];
    return {
      name: 'replay',
      async *stream(_, { signal }): AsyncGenerator<ModelEvent> {
        const answer = coming.shift();
        if (!answer) throw new CommandError('NOT_FOUND', 'The recording of this turn ends here', { retry: 'never' });
        const { entry, steered } = answer;
        for (const event of answerEvents(entry)) {
          signal.throwIfAborted();
          yield event;
        }
        if (entry.interrupted) throw new CommandError('CANCELLED', 'The recorded answer is incomplete here');
        for (const words of steered) steer(textOf(words.content));
        yield { type: 'usage', usage: entry.usage };
        yield {
          type: 'end',
          reason: entry.stopReason ?? (toolCallsOf(entry.content).length > 0 ? 'toolCalls' : 'end'),
        };
      },
    };
  }
}

function compare(
  { callId, name, outcome }: EntryOf<'toolResult'>,
  recorded: ReadonlyMap<string, EntryOf<'toolResult'>>,
): readonly Difference[] {
  const before = recorded.get(callId);
  if (!before || before.outcome === outcome) return [];
  return [{ call: callId, name, recorded: before.outcome, played: outcome }];
}
