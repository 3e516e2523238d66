import { randomUUID } from 'node:crypto';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type * as v2 from '@agentclientprotocol/sdk/experimental/v2';
import type { ConversationEvent } from '@helve/assistant';
import { CommandError } from '@helve/command';
import { toRequestError } from '../errors.ts';
import { userUpdates } from '../session/replay.ts';
import type { Session } from '../session/session.ts';

type Send = (update: v2.SessionUpdate) => void;

/** The turns of a session in version 2: prompts are accepted at once, and state updates report the progress. */
export class Turns {
  readonly #session: Session;
  readonly #send: Send;
  /** Prompts that are not in the conversation yet, the oldest first. */
  readonly #waiting: ((messageId: string) => void)[] = [];
  #running = 0;

  constructor(session: Session, send: Send) {
    this.#session = session;
    this.#send = send;
    session.subscribe((event) => this.#take(event));
  }

  /** The current state, for a client that joins. */
  tellState(): void {
    this.#send({ sessionUpdate: 'state_update', state: this.#running > 0 ? 'running' : 'idle' } as v2.SessionUpdate);
  }

  /** Sends a prompt and gives the id of its message once it is part of the conversation. */
  prompt(blocks: readonly ContentBlock[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const accept = (messageId: string) => resolve(messageId);
      this.#waiting.push(accept);
      if (this.#running++ === 0) this.#send({ sessionUpdate: 'state_update', state: 'running' });
      void this.#run(blocks, accept, reject);
    });
  }

  async #run(
    blocks: readonly ContentBlock[],
    accept: (messageId: string) => void,
    reject: (error: Error) => void,
  ): Promise<void> {
    try {
      const stopReason = await this.#session.prompt(blocks);
      // A command of helve's own is not part of the conversation, and is shown all the same.
      if (this.#forget(accept)) this.#accept(accept, randomUUID(), blocks);
      this.#end({ stopReason });
    } catch (thrown) {
      const error = toRequestError(thrown);
      if (this.#forget(accept)) reject(error);
      this.#end({ stopReason: 'error', error: { code: error.code, message: error.message } });
    }
  }

  #take(event: ConversationEvent): void {
    if (event.type === 'turnStart') {
      for (const update of userUpdates(event.entry)) this.#send(update as v2.SessionUpdate);
      this.#waiting.shift()?.(event.entry.id);
    } else if (event.type === 'ask') {
      this.#send({ sessionUpdate: 'state_update', state: 'requires_action' });
    } else if (event.type === 'answered') {
      this.#send({ sessionUpdate: 'state_update', state: 'running' });
    }
  }

  #accept(accept: (messageId: string) => void, messageId: string, blocks: readonly ContentBlock[]): void {
    this.#send({ sessionUpdate: 'user_message', messageId, content: [...blocks] as v2.ContentBlock[] });
    accept(messageId);
  }

  /** Whether it was still waiting. */
  #forget(accept: (messageId: string) => void): boolean {
    const at = this.#waiting.indexOf(accept);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  #end(how: { stopReason: string; error?: v2.Error }): void {
    if (--this.#running > 0) return;
    this.#send({ sessionUpdate: 'state_update', state: 'idle', ...how } as v2.SessionUpdate);
  }
}

/** The content of a prompt, which both versions write in the same way. */
export function toBlocks(prompt: readonly v2.ContentBlock[]): readonly ContentBlock[] {
  const known = new Set(['text', 'image', 'audio', 'resource_link', 'resource']);
  const unknown = prompt.find(({ type }) => !known.has(type));
  if (unknown) {
    throw new CommandError('INVALID_INPUT', `Content of the type ${unknown.type} is not supported in prompts`, {
      hint: 'Send text, images or resources.',
    });
  }
  return prompt as readonly ContentBlock[];
}
