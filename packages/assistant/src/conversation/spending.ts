import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationLog } from '../log/conversation-log.ts';
import type { Entry } from '../log/entry.ts';
import { agentFolder } from '../log/place.ts';
import { addTotals, type Totals, totalsOf } from '../log/totals.ts';

/** What a conversation took with all its subagents, also when it was had before. Each entry is counted once. */
export class Spending {
  readonly #log: ConversationLog;
  #counted = 0;
  #own: Totals = totalsOf([]);
  #agents: Totals | undefined;

  constructor(log: ConversationLog) {
    this.#log = log;
  }

  get totals(): Totals {
    const { entries } = this.#log;
    this.#own = addTotals(this.#own, totalsOf(entries.slice(this.#counted)));
    this.#counted = entries.length;
    return addTotals(this.#own, this.#earlierAgents());
  }

  /** Before a subagent begins: from here on what it takes is told with `add`. */
  prepare(): void {
    this.#earlierAgents();
  }

  /** Counts what a subagent that goes on has just been answered. */
  add(entry: Entry): void {
    this.#agents = addTotals(this.#earlierAgents(), totalsOf([entry]));
  }

  #earlierAgents(): Totals {
    this.#agents ??= readTotals(agentFolder(this.#log.file));
    return this.#agents;
  }
}

function readTotals(folder: string): Totals {
  if (!existsSync(folder)) return totalsOf([]);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => totalsOf(ConversationLog.open(join(folder, name), Date.now).entries))
    .reduce(addTotals, totalsOf([]));
}
