import { call, CommandError, type Keepable, worded } from '@helve/command';
import type { Mode } from '@helve/policy';
import type { Conversation } from '../conversation/conversation.ts';
import { removeConversation } from '../log/place.ts';
import type { ConversationEvent, TurnResult } from '../loop/events.ts';
import { problemOf } from '../loop/problem.ts';
import type { Prompt } from '../loop/prompt.ts';
import type { ConversationHost, ConversationRequest } from '../opening/host.ts';
import { openConversation, type OpenedConversation } from '../opening/open.ts';
import { briefCall } from '../session/transcript.ts';
import { findRecord, forgetRecord, readRecords, saveRecord, type ThreadRecord } from './record.ts';

export interface ThreadWish extends Pick<ConversationRequest, 'name' | 'model' | 'agent'> {
  readonly prompt: string;
  readonly mode?: Mode | undefined;
}

/** Where a thread is started; notices go to whoever starts it. */
export interface ThreadPlace extends ConversationHost {
  readonly now: () => number;
}

interface LiveThread extends Pick<OpenedConversation, 'conversation' | 'understand'> {
  /** When it says nothing more by itself. */
  readonly over: Promise<ThreadRecord>;
}

/** The threads that the service has: conversations with nobody to ask, which outlive whoever began them. */
export class ThreadStore {
  readonly #home: string;
  readonly #live = new Map<string, LiveThread>();
  #closing = false;

  constructor(home: string) {
    this.#home = home;
  }

  get running(): boolean {
    return this.#live.size > 0;
  }

  /** Whether one goes on now. One that should, and does not, was interrupted: its process was ended. */
  isLive(id: string): boolean {
    return this.#live.has(id);
  }

  /** What was said in one that goes on; the others have it in their logs. */
  conversation(id: string): Conversation | undefined {
    return this.#live.get(id)?.conversation;
  }

  records(): Promise<readonly ThreadRecord[]> {
    return readRecords(this.#home);
  }

  async find(wanted: string): Promise<ThreadRecord> {
    return findRecord(await this.records(), wanted);
  }

  async start({ prompt, name, model, mode, agent }: ThreadWish, place: ThreadPlace): Promise<ThreadRecord> {
    const opened = await this.#open({ name, model, mode, agent }, place);
    const { conversation, caller } = opened;
    const record: ThreadRecord = {
      id: conversation.id,
      name: name ?? shorten(prompt),
      cwd: caller.place.cwd,
      file: conversation.log.file,
      model: conversation.model.id,
      ...(model === undefined ? {} : { wantedModel: model }),
      mode: caller.authority.policy.mode,
      ...(agent === undefined ? {} : { agent }),
      startedAt: new Date(place.now()).toISOString(),
      status: 'running',
    };
    return this.#go(record, opened, prompt, place.now);
  }

  /** Says something to one that goes on, or lets one that is over go on with it. */
  async send(wanted: string, prompt: string, place: ThreadPlace): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    const live = this.#live.get(record.id);
    if (live?.conversation.isBusy) {
      live.conversation.steer(live.understand({ text: prompt }));
      return record;
    }
    // It is being noted down how it ended.
    await live?.over;
    const { id, mode, wantedModel, agent, cwd } = record;
    const wish = { resume: id, model: wantedModel, mode, agent };
    const opened = await this.#open(wish, { ...place, cwd });
    const { endedAt: _, problem: _problem, denials: _denials, ...kept } = record;
    return this.#go({ ...kept, status: 'running' }, opened, prompt, place.now);
  }

  async stop(wanted: string): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    const live = this.#live.get(record.id);
    if (!live) {
      throw new CommandError('NOTHING_TO_DO', `The thread ${record.id} does not run`, {
        hint: worded`See what it said: ${call('thread read', { id: record.id })}`,
      });
    }
    await live.conversation.abort();
    return live.over;
  }

  /** Removes a thread with its conversation. One that runs is stopped first, where that is wished. */
  async delete(wanted: string, { force }: { readonly force: boolean }): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    if (this.isLive(record.id)) {
      if (!force) throw stillRuns(record);
      await this.stop(record.id);
    }
    await removeConversation(record.file);
    await forgetRecord(this.#home, record.id);
    return record;
  }

  /** Resolves when a thread says nothing more, or nobody waits any more. Tells what happens meanwhile. */
  async wait(id: string, signal: AbortSignal, tell: (message: string) => void): Promise<void> {
    const live = this.#live.get(id);
    if (!live) return;
    const stopTelling = live.conversation.subscribe((event) => {
      const said = describe(event);
      if (said !== undefined) tell(said);
    });
    const left = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([live.over, left]);
    stopTelling();
  }

  /** Ends what goes on. Its record still says that it runs, which from then on means that it was interrupted. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#live.values()].map(({ conversation }) => conversation.close()));
  }

  #open(wish: Omit<ThreadWish, 'prompt'> & { readonly resume?: string }, host: ConversationHost) {
    const { mode: permissionMode, ...request } = wish;
    return openConversation(host, { ...request, home: this.#home, permissionMode });
  }

  async #go(
    record: ThreadRecord,
    { conversation, understand }: OpenedConversation,
    words: string,
    now: () => number,
  ): Promise<ThreadRecord> {
    const prompt = await understood(words, understand, conversation);
    await saveRecord(this.#home, record);
    const over = silence(conversation).then(async (result) => {
      const ended = { ...record, ...endOf(result), endedAt: new Date(now()).toISOString() };
      if (!this.#closing) await saveRecord(this.#home, ended);
      this.#live.delete(record.id);
      if (!this.#closing) await conversation.close();
      return ended;
    });
    this.#live.set(record.id, { conversation, understand, over });
    conversation.queue(prompt);
    return record;
  }
}

function stillRuns({ id }: ThreadRecord): CommandError {
  return new CommandError('CONFLICT', `The thread ${id} still runs`, {
    hint: worded`To stop it and delete it: ${call('thread delete', { id, force: true })}`,
    retry: 'never',
  });
}

/** What is meant by words; where they cannot be meant, there is no conversation to go on with. */
async function understood(
  words: string,
  understand: OpenedConversation['understand'],
  conversation: Conversation,
): Promise<Prompt> {
  try {
    return understand({ text: words });
  } catch (thrown) {
    await conversation.close();
    throw thrown;
  }
}

/** The end of the turn after which nothing more is waiting to be said. */
function silence(conversation: Conversation): Promise<TurnResult> {
  return new Promise((resolve) => {
    const stop = conversation.subscribe((event) => {
      if (event.type !== 'turnEnd') return;
      setImmediate(() => {
        if (conversation.isBusy) return;
        stop();
        resolve(event.result);
      });
    });
  });
}

function endOf(result: TurnResult): Partial<ThreadRecord> & Pick<ThreadRecord, 'status'> {
  const { outcome, text, denials } = result;
  const problem = problemOf(result);
  return {
    status: outcome === 'success' ? 'done' : outcome === 'cancelled' ? 'stopped' : 'failed',
    answer: text,
    ...(problem === undefined ? {} : { problem }),
    ...(denials.length === 0 ? {} : { denials: denials.map(({ reason }) => reason) }),
  };
}

function describe(event: ConversationEvent): string | undefined {
  if (event.type === 'toolStart') return briefCall(event.call);
  if (event.type !== 'answer') return undefined;
  const said = event.entry.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return said.trim() === '' ? undefined : said;
}

const NAME_LENGTH = 60;

function shorten(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, ' ');
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH - 1)}…` : line;
}

export const threads: Keepable<ThreadStore> = {
  name: 'threads',
  create: (home) => new ThreadStore(home),
  dispose: (store) => store.close(),
  inUse: (store) => store.running,
};
