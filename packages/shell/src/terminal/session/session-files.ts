import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { makeFolderSync, readRegularText } from '@helve/command';
import * as v from 'valibot';
import { SessionLog } from './session-log.ts';

const META = v.object({
  sessionId: v.string(),
  /** The value of HELVE_RUN in every process of the session. */
  tag: v.string(),
  command: v.nullable(v.string()),
  shell: v.string(),
  workingDirectory: v.string(),
  pid: v.number(),
  /** The process that owns the session. */
  owner: v.number(),
  cols: v.number(),
  rows: v.number(),
  startedAt: v.number(),
  endedAt: v.nullable(v.number()),
  exitCode: v.nullable(v.number()),
  signal: v.nullable(v.number()),
});

/** What is known of a session when only its files are left. */
export type SessionMeta = v.InferOutput<typeof META>;

const FILE_MODE = 0o600;

/**
 * A session's files: what it printed as it came (`output.log`), the same as an asciicast (`session.cast`), and
 * `meta.json`. Written in step with the output, so that the death of the owner loses nothing.
 */
export class SessionFiles {
  readonly dir: string;
  readonly #log: SessionLog;
  readonly #now: () => number;
  readonly #decoder = new StringDecoder('utf8');
  #meta: SessionMeta;

  /** `limit`: the most bytes of output to keep. */
  constructor(dir: string, meta: SessionMeta, now: () => number, limit: number) {
    makeFolderSync(dir, 0o700);
    this.dir = dir;
    this.#meta = meta;
    this.#now = now;
    this.#log = new SessionLog(dir, limit, () => castHeader(this.#meta));
    this.#writeMeta();
  }

  get meta(): SessionMeta {
    return this.#meta;
  }

  get size(): number {
    return this.#log.size;
  }

  append(bytes: Uint8Array): void {
    this.#log.append(bytes);
    const text = this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (text !== '') this.#event('o', text);
  }

  resized(cols: number, rows: number): void {
    this.#event('r', `${cols}x${rows}`);
    this.update({ cols, rows });
  }

  update(change: Partial<SessionMeta>): void {
    this.#meta = { ...this.#meta, ...change };
    this.#writeMeta();
  }

  close(): void {
    this.#log.close();
  }

  #event(kind: 'o' | 'r', data: string): void {
    const seconds = Math.max(0, (this.#now() - this.#meta.startedAt) / 1000);
    this.#log.event(`${JSON.stringify([Number(seconds.toFixed(6)), kind, data])}\n`);
  }

  #writeMeta(): void {
    const path = join(this.dir, 'meta.json');
    writeFileSync(`${path}.new`, `${JSON.stringify(this.#meta)}\n`, { mode: FILE_MODE });
    renameSync(`${path}.new`, path);
  }
}

/** The meta of a session whose files are in `dir`; nothing if there is none, or if it cannot be read. */
export function readMeta(dir: string): SessionMeta | undefined {
  try {
    return v.parse(META, JSON.parse(readRegularText(join(dir, 'meta.json'))));
  } catch {
    return undefined;
  }
}

function castHeader({ cols, rows, startedAt, shell, command }: SessionMeta): string {
  const header = {
    version: 2,
    width: cols,
    height: rows,
    timestamp: Math.floor(startedAt / 1000),
    ...(command === null ? {} : { command }),
    env: { TERM: 'xterm-256color', SHELL: shell },
  };
  return `${JSON.stringify(header)}\n`;
}
