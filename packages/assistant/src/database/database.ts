/** The part of `libsql` that we use. It is a native module that is loaded when a database is first opened. */
export interface Statement {
  run(...values: readonly Value[]): unknown;
  get(...values: readonly Value[]): unknown;
  all(...values: readonly Value[]): unknown[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export type Value = string | number | null;

/** How long one process waits for another that writes. */
const BUSY_MS = 10_000;

export async function openDatabase(file: string): Promise<Database> {
  const loaded = (await import('libsql')) as unknown as Loaded;
  const Libsql = 'default' in loaded ? loaded.default : loaded;
  const database = new Libsql(file, { timeout: BUSY_MS });
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  return database;
}

type DatabaseClass = new (file: string, options: { readonly timeout: number }) => Database;
type Loaded = DatabaseClass | { readonly default: DatabaseClass };

/** Whether a database failed because its file is none, or a broken one. */
export function isBroken(thrown: unknown): boolean {
  const { code } = thrown as { readonly code?: unknown };
  return typeof code === 'string' && /^SQLITE_(?:NOTADB|CORRUPT|FORMAT)/.test(code);
}
