import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CommandError } from '@helve/command';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** How long one batch of texts may take: some expressions take for ever on some texts. */
const LONGEST_MS = 2000;

/** Asked for the places of matches in many texts at once; -1: none. It is no file, so that it needs no place in a bundle. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const pattern = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (texts) => parentPort.postMessage(texts.map((text) => pattern.exec(text)?.index ?? -1)));
`;

/**
 * Looks for a regular expression in a thread of its own, which is ended when it takes too long: nothing can interrupt
 * an expression from within, and whoever else uses this process would wait too. Must be closed.
 */
export class Matcher {
  readonly #pattern: Pattern;
  #worker: Worker | undefined;

  /** Throws if it is no regular expression. */
  constructor(pattern: Pattern) {
    void new RegExp(pattern.source, pattern.flags);
    this.#pattern = pattern;
  }

  /** Where the first match is in each of the texts; -1: there is none. */
  async find(texts: readonly string[], signal: AbortSignal): Promise<readonly number[]> {
    if (texts.length === 0) return [];
    const worker = await this.#start();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), LONGEST_MS);
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.any([signal, limit.signal]) });
      worker.postMessage(texts, []);
      const [found] = (await answer) as [readonly number[]];
      return found;
    } catch (thrown) {
      throw limit.signal.aborted ? tooSlow(this.#pattern) : thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  async #start(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    this.#worker = new Worker(PROGRAM, { eval: true, workerData: this.#pattern, env: {}, execArgv: [] });
    await once(this.#worker, 'online');
    return this.#worker;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

function tooSlow({ source }: Pattern): CommandError {
  return new CommandError('INVALID_PATTERN', `The regular expression ${source} takes too long`, {
    hint: 'Repetitions within repetitions, such as (a+)+, try too many ways. Write it more simply.',
    details: { query: source },
  });
}
