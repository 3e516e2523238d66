import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError, makeFolderSync, readRegularFile, toCommandError } from '@helve/command';
import { type Entry, type EntryBody, type EntryPlace, parseEntry } from './entry.ts';
import { agentFolder, newConversationId, projectFolder, randomLetters } from './place.ts';
import { takeLog } from './writer.ts';

/** Where a new conversation is kept and what it begins with. */
export interface NewConversation {
  readonly home: string;
  readonly cwd: string;
  readonly now: () => number;
  /** Entries of another conversation that this one begins with. */
  readonly begin?: readonly Entry[];
  readonly forkedFrom?: { readonly conversation: string; readonly entry: string };
  /** For that of a subagent: its name, and the conversation and call that began it. */
  readonly agentOf?: Pick<ConversationLog, 'id' | 'file'> & { readonly name: string; readonly call: string };
}

/**
 * A conversation on disk: lines are only ever added, and each is in the file before `append` returns, so that a process
 * that is killed loses at most what it was writing. A torn line is passed over when the file is read.
 */
export class ConversationLog {
  readonly id: string;
  readonly file: string;
  /** What other processes are told that want to write to it meanwhile. */
  writer = 'another helve';
  readonly #now: () => number;
  readonly #entries: Entry[];
  readonly #byId: Map<string, { readonly entry: Entry; readonly index: number }>;
  /** Lines that are written with the next one: the beginning of a conversation in which nothing was said yet. */
  #unwritten: readonly Entry[] = [];
  #descriptor: number | undefined;
  /** The file does not end with a whole line. */
  #torn: boolean;
  /** How long the file is if nobody else writes to it. */
  #size: number;
  #isWrittenElsewhere = false;
  /** Gives the log back to other processes. */
  #giveBack: (() => void) | undefined;

  private constructor(file: string, now: () => number, entries: readonly Entry[], { torn = false, size = 0 } = {}) {
    this.file = file;
    this.id = basename(file, '.jsonl');
    this.#now = now;
    this.#entries = [...entries];
    this.#byId = new Map(this.#entries.map((entry, index) => [entry.id, { entry, index }]));
    this.#torn = torn;
    this.#size = size;
  }

  /** A new conversation. Its file is made when something is said in it. */
  static create({ home, cwd, now, begin = [], forkedFrom, agentOf }: NewConversation): ConversationLog {
    const folder = agentOf ? agentFolder(agentOf.file) : projectFolder(home, cwd);
    const log = new ConversationLog(join(folder, `${newConversationId(now())}.jsonl`), now, []);
    const agent = agentOf && { name: agentOf.name, conversation: agentOf.id, call: agentOf.call };
    const origin = { ...(forkedFrom ? { forkedFrom } : {}), ...(agent ? { agent } : {}) };
    const start = log.#make({ type: 'start', version: 1, cwd, ...origin }, null);
    const copied = begin.filter(({ type }) => type !== 'start');
    const [first] = copied;
    log.#unwritten = [start, ...copied.map((entry) => (entry === first ? { ...entry, parent: start.id } : entry))];
    for (const entry of log.#unwritten) log.#remember(entry);
    return log;
  }

  static open(file: string, now: () => number): ConversationLog {
    const bytes = readLog(file);
    const text = bytes.toString();
    const entries = text.split('\n').flatMap((line) => parseEntry(line) ?? []);
    return new ConversationLog(file, now, entries, { torn: text !== '' && !text.endsWith('\n'), size: bytes.length });
  }

  /**
   * The same for somebody who writes to it: from here on no other process can. `who` is what they are told. A log that is
   * only read is taken when something is appended to it.
   */
  static openToWrite(file: string, now: () => number, who: string): ConversationLog {
    const giveBack = takeLog(file, who);
    try {
      const log = ConversationLog.open(file, now);
      log.#giveBack = giveBack;
      return log;
    } catch (thrown) {
      giveBack();
      throw thrown;
    }
  }

  /** Every entry, in the order in which they were written, branches and all. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The entry that the next one follows. */
  get leaf(): Entry | undefined {
    return this.#entries.at(-1);
  }

  /** Writes down what happened. A `parent` other than the latest entry begins a branch. */
  append<Body extends EntryBody>(body: Body, parent: string | null = this.leaf?.id ?? null): Body & EntryPlace {
    const entry = this.#make(body, parent);
    this.#write([...this.#unwritten, entry]);
    this.#unwritten = [];
    this.#remember(entry);
    return entry;
  }

  /** Writes down the beginning of a conversation in which nothing was said yet. */
  save(): void {
    if (this.#unwritten.length === 0) return;
    this.#write(this.#unwritten);
    this.#unwritten = [];
  }

  /** Whether somebody else has written to it since this was asked last: what they said is not among the entries. */
  takeWrittenElsewhere(): boolean {
    const isSo = this.#isWrittenElsewhere;
    this.#isWrittenElsewhere = false;
    return isSo;
  }

  /** What led to an entry, from the beginning. */
  chain(leaf: string | undefined = this.leaf?.id): readonly Entry[] {
    const chain: Entry[] = [];
    let place = leaf === undefined ? undefined : this.#byId.get(leaf);
    while (place) {
      chain.push(place.entry);
      const { parent } = place.entry;
      if (parent === null) break;
      // Where the parent's line was lost, the one before it in the file stands in: better than to lose all before.
      const before = this.#entries[place.index - 1];
      const known = this.#byId.get(parent);
      place = known && known.index < place.index ? known : before && { entry: before, index: place.index - 1 };
    }
    return chain.toReversed();
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#giveBack?.();
    this.#giveBack = undefined;
  }

  #make<Body extends EntryBody>(body: Body, parent: string | null): Body & EntryPlace {
    let id = randomLetters(8);
    while (this.#byId.has(id)) id = randomLetters(8);
    return { id, parent, time: new Date(this.#now()).toISOString(), ...body };
  }

  #remember(entry: Entry): void {
    this.#byId.set(entry.id, { entry, index: this.#entries.length });
    this.#entries.push(entry);
  }

  #write(entries: readonly Entry[]): void {
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const bytes = Buffer.from(this.#torn ? `\n${lines}` : lines);
    this.#giveBack ??= takeLog(this.file, this.writer);
    try {
      this.#descriptor ??= openForAppending(this.file);
      const { size } = fstatSync(this.#descriptor);
      if (size !== this.#size) this.#isWrittenElsewhere = true;
      const written = writeSync(this.#descriptor, bytes);
      this.#size = size + written;
      this.#torn = written < bytes.length;
      if (this.#torn) throw new CommandError('NO_SPACE', `${this.file} could not be written: the disk is full`);
    } catch (thrown) {
      throw toCommandError(thrown, this.file);
    }
  }
}

/** Conversations hold what the user's files hold: nobody else may read them. */
function openForAppending(file: string): number {
  makeFolderSync(dirname(file), 0o700);
  return openSync(file, 'a', 0o600);
}

function readLog(file: string): Buffer {
  try {
    return readRegularFile(file, Number.POSITIVE_INFINITY);
  } catch (thrown) {
    throw toCommandError(thrown, file);
  }
}
