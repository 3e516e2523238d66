import type { Contact } from '@helve/command';
import { Keeper } from '@helve/command/host';
import { type Ask, type Caller, under } from '@helve/policy';
import type { OfferedTool } from './offered-tool.ts';
import { type ToolResult, toResult } from './result.ts';

/** How to reach the client during one call. */
export interface Reach {
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  /** Absent where the client cannot put questions to its user. */
  readonly ask: Ask | undefined;
  /** How else its user and its model are reached. */
  readonly contact?: Contact | undefined;
}

/** Runs tools for clients and keeps what outlives a call; closing ends both. */
export class Calls {
  readonly #caller: Caller;
  readonly #keeper: Keeper;
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(caller: Caller) {
    // A copy: the environment of a process asks the system for each variable, each time.
    this.#caller = { ...caller, place: { ...caller.place, env: { ...caller.place.env } } };
    this.#keeper = new Keeper(caller.place.home, caller.place.env);
  }

  async run(tool: OfferedTool, input: Readonly<Record<string, unknown>>, reach: Reach): Promise<ToolResult> {
    const { ask, ...rest } = reach;
    const signal = AbortSignal.any([reach.signal, this.#closing.signal]);
    const answering = tool.call(input, {
      ...under(this.#caller, { ask }),
      reach: { ...this.#caller.reach, ...rest, signal },
      host: { ...this.#caller.host, keeper: this.#keeper },
    });
    this.#running.add(answering);
    try {
      return toResult(await answering);
    } finally {
      this.#running.delete(answering);
    }
  }

  /** Cancels what runs, and waits for it: a cancelled command still has to clean up after itself. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
    await this.#keeper.close();
  }
}
