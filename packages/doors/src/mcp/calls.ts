import type { Contact } from '@helve/command';
import { asModel, type Ask, type Caller, under } from '@helve/policy';
import { Approvals } from '@helve/settings';
import type { TerminalCaller } from '../program.ts';
import { inexactArguments } from './exact-arguments.ts';
import type { OfferedTool } from './offered-tool.ts';
import type { Asked } from './permission.ts';
import { type ToolResult, toResult } from './result.ts';

/** How to reach the client during one call. */
export interface Reach {
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  /** Takes the last lines that a running program printed. */
  readonly onPrinted?: ((lastLines: string) => void) | undefined;
  /** Absent where the client cannot put questions to its user. */
  readonly ask: Ask | undefined;
  /** How else its user and its model are reached. */
  readonly contact?: Contact | undefined;
}

/** Runs tools for clients; closing cancels what runs. What outlives a call is in the service and ends with this process. */
export class Calls {
  /** What the users of clients have approved since the server started. */
  readonly approvals: Approvals;
  /** The questions of calls that ended with one, oldest first. */
  readonly #asked = new Map<string, Asked>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  constructor(caller: Caller & Pick<TerminalCaller, 'remake'>) {
    // A copy: the environment of a process asks the system for each variable, each time.
    const copied = asModel({ ...caller, place: { ...caller.place, env: { ...caller.place.env } } });
    this.approvals = new Approvals({ caller: copied, remake: caller.remake });
  }

  async run(tool: OfferedTool, input: Readonly<Record<string, unknown>>, reach: Reach): Promise<ToolResult> {
    const inexact = inexactArguments(input);
    if (inexact) return toResult({ ok: false, error: inexact });
    const { ask, ...rest } = reach;
    const { caller } = this.approvals;
    const signal = AbortSignal.any([reach.signal, this.#closing.signal]);
    const answering = tool.call(input, {
      ...under(caller, { ask }),
      reach: { ...caller.reach, ...rest, signal },
    });
    this.#running.add(answering);
    try {
      return toResult(await answering);
    } finally {
      this.#running.delete(answering);
    }
  }

  /** The questions of a call, whichever round of it this is. */
  askedOf(tool: string, input: object): Asked {
    const key = JSON.stringify([tool, input]);
    const asked = this.#asked.get(key) ?? { answers: new Map() };
    this.#asked.delete(key);
    this.#asked.set(key, asked);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MOST_ASKED && oldest !== undefined) this.#asked.delete(oldest);
    return asked;
  }

  forgetAsked(tool: string, input: object): void {
    this.#asked.delete(JSON.stringify([tool, input]));
  }

  /** Cancels what runs, and waits for it: a cancelled command still has to clean up after itself. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}

/** How many calls are remembered whose question nobody has answered. */
const MOST_ASKED = 200;
