import { Keeper } from '../../keep.ts';
import type { Ask } from '../../policy/policy.ts';
import type { Caller } from '../../run.ts';
import type { OfferedTool } from './offered-tool.ts';
import { type ToolResult, toResult } from './result.ts';

/** How to reach the client during one call. */
export interface Reach {
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  /** Absent where the client cannot put questions to its user. */
  readonly ask: Ask | undefined;
}

/** Runs tools for clients and keeps what outlives a call; closing waits for what runs and ends what is kept. */
export class Calls {
  readonly #caller: Caller;
  readonly #keeper: Keeper;
  readonly #running = new Set<Promise<unknown>>();

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#keeper = new Keeper(caller.home, caller.env);
  }

  async run(tool: OfferedTool, input: Readonly<Record<string, unknown>>, reach: Reach): Promise<ToolResult> {
    const answering = tool.call(input, { ...this.#caller, keeper: this.#keeper, ...reach });
    this.#running.add(answering);
    try {
      return toResult(await answering);
    } finally {
      this.#running.delete(answering);
    }
  }

  /** For when the calls' signals were aborted: a cancelled command still has to clean up after itself. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
    await this.#keeper.close();
  }
}
