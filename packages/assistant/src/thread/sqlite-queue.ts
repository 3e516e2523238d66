import { join } from 'node:path';
import { pid } from 'node:process';
import { projectRoot } from '@helve/command';
import { HomeFile, identityOf } from '@helve/settings';
import * as v from 'valibot';
import type { Database, Value } from '../database/database.ts';
import {
  databaseFailure,
  type HomeDatabase,
  inTransaction,
  openHomeDatabase,
  withHomeDatabase,
} from '../database/home-database.ts';
import type { KeptEnvironment } from './environment.ts';
import type { Claim, Message, ThreadQueue } from './queue.ts';
import { isOver, ThreadRecord } from './record.ts';

const VERSIONS = [
  // `place` orders the queue: a count, because a clock may be set back.
  `CREATE TABLE thread (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, project TEXT NOT NULL, status TEXT NOT NULL,
     priority INTEGER NOT NULL, place INTEGER NOT NULL, worker TEXT, epoch INTEGER NOT NULL, kills INTEGER NOT NULL,
     paused INTEGER NOT NULL, env TEXT NOT NULL, record TEXT NOT NULL
   );
   CREATE INDEX thread_by_status ON thread (status, priority, place);
   CREATE TABLE message (seq INTEGER PRIMARY KEY AUTOINCREMENT, thread TEXT NOT NULL, text TEXT NOT NULL);
   CREATE INDEX message_by_thread ON message (thread);`,
];

/** Threads that ended longest ago are forgotten; their conversations stay. */
const MOST_KEPT = 10_000;

/** How often a worker may be killed while it runs a thread. */
const MOST_KILLS = 3;

interface Row {
  readonly id: string;
  readonly status: ThreadRecord['status'];
  readonly priority: number;
  readonly worker: string | null;
  readonly epoch: number;
  readonly kills: number;
  readonly paused: number;
  readonly env: string;
  readonly record: string;
}

function threadDatabase(home: string): HomeDatabase {
  return { file: join(home, 'threads.db'), holds: 'threads', versions: VERSIONS };
}

/** Whether threads are in the queue, or ran when their service ended. */
export function hasUnfinished(home: string): Promise<boolean> {
  const unfinished = "SELECT 1 FROM thread WHERE status IN ('scheduled', 'queued', 'running', 'waiting') LIMIT 1";
  return withHomeDatabase(threadDatabase(home), (database) => database.prepare(unfinished).get() !== undefined);
}

/** The threads of a home, for the one service that runs them. */
export async function openSqliteQueue(home: string): Promise<ThreadQueue> {
  const kind = threadDatabase(home);
  const earlier = await earlierThreads(home);
  const database = await openHomeDatabase(kind);
  const work = <Result>(step: () => Result): Promise<Result> => {
    try {
      return Promise.resolve(inTransaction(database, step));
    } catch (thrown) {
      return Promise.reject(databaseFailure(thrown, kind.file, kind.holds));
    }
  };
  await work(() => takeOver(database, earlier));
  return queueOn(database, identityOf(pid) ?? '', work);
}

function queueOn(
  database: Database,
  worker: string,
  work: <Result>(step: () => Result) => Promise<Result>,
): ThreadQueue {
  const sql = statements(database);
  const rowOf = (id: string) => sql('SELECT * FROM thread WHERE id = ?').get(id) as Row | undefined;
  const change = (id: string, changes: Partial<ThreadRecord>): ThreadRecord | undefined => {
    const row = rowOf(id);
    if (!row) return undefined;
    const record = { ...toRecord(row), ...changes };
    write(database, record);
    return record;
  };
  const isMine = ({ record, epoch }: Pick<Claim, 'record' | 'epoch'>) => rowOf(record.id)?.epoch === epoch;
  return {
    records: () => work(() => (sql('SELECT * FROM thread ORDER BY seq').all() as Row[]).map(toRecord)),
    add: (record, env) => work(() => insert(database, record, env)),
    change: (id, changes) => work(() => change(id, changes)),
    environment: (id) => work(() => JSON.parse(rowOf(id)?.env ?? NO_ENVIRONMENT) as KeptEnvironment),
    remove: (id) =>
      work(() => {
        sql('DELETE FROM message WHERE thread = ?').run(id);
        sql('DELETE FROM thread WHERE id = ?').run(id);
      }),
    enqueue: (id, env) =>
      work(() => {
        // One that was stopped or parked continues its turn.
        sql(
          "UPDATE thread SET place = ?, kills = 0, env = ?, paused = status IN ('stopped', 'parked') WHERE id = ?",
        ).run(nextPlace(database), JSON.stringify(env), id);
        return change(id, { status: 'queued', endedAt: undefined, problem: undefined, denials: undefined });
      }),
    claim: (except) =>
      work(() => {
        const row = sql(NEXT).get(JSON.stringify(except)) as Row | undefined;
        if (!row) return undefined;
        const epoch = row.epoch + 1;
        sql('UPDATE thread SET worker = ?, epoch = ?, paused = 0 WHERE id = ?').run(worker, epoch, row.id);
        const record = change(row.id, { status: 'running', problem: undefined });
        const env = JSON.parse(row.env) as KeptEnvironment;
        return record && { record, epoch, env, wasPaused: row.paused === 1 };
      }),
    settle: (claim, changes) =>
      work(() => {
        if (!isMine(claim)) return false;
        const settled = change(claim.record.id, changes);
        if (settled && isOver(settled)) {
          sql('UPDATE thread SET worker = NULL, kills = 0, env = ? WHERE id = ?').run(NO_ENVIRONMENT, claim.record.id);
          sql(FORGET).run(MOST_KEPT);
        }
        return true;
      }),
    pause: (claim) =>
      work(() => {
        if (!isMine(claim)) return;
        change(claim.record.id, { status: 'queued' });
        sql('UPDATE thread SET worker = NULL, paused = 1 WHERE id = ?').run(claim.record.id);
      }),
    recover: () =>
      work(() => {
        const rows = sql("SELECT * FROM thread WHERE status IN ('running', 'waiting') ORDER BY place").all() as Row[];
        for (const row of rows.filter((each) => each.worker !== worker)) {
          // A restart of the machine ends a worker too, and no thread is the reason.
          const kills = row.kills + (bootOf(row.worker ?? '') === bootOf(worker) ? 1 : 0);
          sql('UPDATE thread SET worker = NULL, kills = ? WHERE id = ?').run(kills, row.id);
          change(row.id, kills < MOST_KILLS ? { status: 'queued' } : { status: 'parked', problem: PARKED });
        }
      }),
    say: (id, text) =>
      work((): Message => {
        sql('INSERT INTO message (thread, text) VALUES (?, ?)').run(id, text);
        const { seq } = sql('SELECT max(seq) AS seq FROM message').get() as { readonly seq: number };
        return { id: String(seq), text };
      }),
    said: (id) =>
      work(() =>
        (sql('SELECT seq, text FROM message WHERE thread = ? ORDER BY seq').all(id) as MessageRow[]).map(
          ({ seq, text }): Message => ({ id: String(seq), text }),
        ),
      ),
    heard: (messages) =>
      work(() => {
        for (const id of messages) sql('DELETE FROM message WHERE seq = ?').run(Number(id));
      }),
    close: async () => database.close(),
  };
}

interface MessageRow {
  readonly seq: number;
  readonly text: string;
}

/** Threads that were there when the service was killed twice run one at a time, so that the one that kills it is found. */
const NEXT = `
WITH busy AS (SELECT project, count(*) AS running FROM thread WHERE status = 'running' GROUP BY project)
SELECT thread.* FROM thread LEFT JOIN busy ON busy.project = thread.project
WHERE status = 'queued' AND id NOT IN (SELECT value FROM json_each(?))
  AND (kills < ${MOST_KILLS - 1} OR NOT EXISTS (
    SELECT 1 FROM thread AS other WHERE other.status IN ('running', 'waiting') AND other.kills >= ${MOST_KILLS - 1}
  ))
ORDER BY priority DESC, coalesce(running, 0), place LIMIT 1`;

const FORGET = `
DELETE FROM thread WHERE seq IN (
  SELECT seq FROM thread WHERE status IN ('done', 'failed', 'stopped') ORDER BY seq DESC LIMIT -1 OFFSET ?
)`;

const NO_ENVIRONMENT = '{"variables":{},"secrets":[]}';

const PARKED = `The service ended ${MOST_KILLS} times while this thread ran. Start it again to try once more.`;

/** The run of the machine that a worker belongs to. */
function bootOf(worker: string): string {
  return worker.split('@')[1] ?? '';
}

/** Prepares each statement once. */
function statements(database: Database) {
  const prepared = new Map<string, ReturnType<Database['prepare']>>();
  return (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

function nextPlace(database: Database): number {
  const { place } = database.prepare('SELECT coalesce(max(place), 0) + 1 AS place FROM thread').get() as {
    readonly place: number;
  };
  return place;
}

function insert(database: Database, record: ThreadRecord, env: KeptEnvironment): void {
  const { id, cwd, project = projectRoot(cwd), status, priority } = record;
  const values: readonly Value[] = [
    id,
    project,
    status,
    priority,
    nextPlace(database),
    JSON.stringify(env),
    JSON.stringify(record),
  ];
  database
    .prepare(
      'INSERT INTO thread (id, project, status, priority, place, epoch, kills, paused, env, record) VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?)',
    )
    .run(...values);
}

function write(database: Database, record: ThreadRecord): void {
  database
    .prepare('UPDATE thread SET status = ?, priority = ?, record = ? WHERE id = ?')
    .run(record.status, record.priority, JSON.stringify(record), record.id);
}

function toRecord({ record, status }: Row): ThreadRecord {
  return { ...v.parse(ThreadRecord, JSON.parse(record)), status };
}

/** The file in which earlier versions kept threads. It stays as it was. */
const Earlier = v.array(v.object({ ...ThreadRecord.entries, startedAt: v.string() }));

function earlierThreads(home: string): Promise<readonly ThreadRecord[]> {
  const file = new HomeFile<readonly ThreadRecord[]>({
    name: 'threads.json',
    schema: Earlier,
    empty: [],
    holds: 'threads',
    fill: 'thread start',
  });
  return file.read(home);
}

const CUT_OFF = 'The service was stopped while it ran';

function takeOver(database: Database, earlier: readonly ThreadRecord[]): void {
  const known = database.prepare('SELECT 1 FROM thread LIMIT 1').get();
  const { seq } = (database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'thread'").get() ?? { seq: 0 }) as {
    readonly seq: number;
  };
  if (known !== undefined || seq > 0) return;
  for (const record of earlier) {
    const cut = record.status === 'running' ? ({ status: 'stopped', problem: CUT_OFF } as const) : {};
    insert(database, { ...record, ...cut, createdAt: record.startedAt }, { variables: {}, secrets: [] });
  }
}
