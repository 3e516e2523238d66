import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { call, CommandError, didYouMean, type Place, projectRoot, worded } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { type HomeDatabase, inTransaction, withHomeDatabase } from '../database/home-database.ts';
import { projectFolder } from '../log/place.ts';
import { Task } from './task.ts';

type ProjectFolder = Pick<Place, 'home' | 'cwd'>;

/** Reads and changes the tasks of one project, within a transaction. */
export interface TaskTable {
  readonly all: () => readonly Task[];
  /** Throws where there is none. */
  readonly get: (id: string) => Task;
  readonly add: (task: Omit<Task, 'id'>) => Task;
  readonly replace: (task: Task) => void;
  readonly remove: (id: string) => void;
}

const VERSIONS = [
  `CREATE TABLE project (root TEXT PRIMARY KEY, latest INTEGER NOT NULL);
   CREATE TABLE task (
     root TEXT NOT NULL, number INTEGER NOT NULL, title TEXT NOT NULL, description TEXT, status TEXT NOT NULL, agent TEXT,
     createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, PRIMARY KEY (root, number)
   );`,
];

/** The tasks of the project that a folder belongs to. Makes no database where there are none. */
export async function readTasks(place: ProjectFolder): Promise<readonly Task[]> {
  if (!existsSync(databaseOf(place).file)) return (await earlierTasks(place)).tasks;
  return useTasks(place, (table) => table.all());
}

/** Does something with the tasks of a project, all or nothing. Others who do so at the same time wait. */
export async function useTasks<Result>(place: ProjectFolder, work: (table: TaskTable) => Result): Promise<Result> {
  const root = projectRoot(place.cwd);
  const earlier = await earlierTasks(place);
  return withHomeDatabase(databaseOf(place), (database) =>
    inTransaction(database, () => {
      takeOver(database, root, earlier);
      return work(tableOf(database, root));
    }),
  );
}

function databaseOf({ home }: ProjectFolder): HomeDatabase {
  return { file: join(home, 'tasks.db'), holds: 'tasks', versions: VERSIONS };
}

function tableOf(database: Database, root: string): TaskTable {
  const all = () =>
    (database.prepare('SELECT * FROM task WHERE root = ? ORDER BY number').all(root) as TaskRow[]).map(toTask);
  return {
    all,
    get: (id) => findTask(all(), id),
    add: (task) => {
      database.prepare('UPDATE project SET latest = latest + 1 WHERE root = ?').run(root);
      const { latest } = database.prepare('SELECT latest FROM project WHERE root = ?').get(root) as { latest: number };
      insert(database, root, latest, task);
      return { id: idOf(latest), ...task };
    },
    replace: ({ id, ...task }) => {
      const number = numberOf(id);
      database.prepare('DELETE FROM task WHERE root = ? AND number = ?').run(root, number);
      insert(database, root, number, task);
    },
    remove: (id) => {
      database.prepare('DELETE FROM task WHERE root = ? AND number = ?').run(root, numberOf(id));
    },
  };
}

function insert(database: Database, root: string, number: number, task: Omit<Task, 'id'>): void {
  const { title, description = null, status, agent = null, createdAt, updatedAt } = task;
  database
    .prepare('INSERT INTO task VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    .run(root, number, title, description, status, agent, createdAt, updatedAt);
}

interface TaskRow extends Pick<Task, 'title' | 'status' | 'createdAt' | 'updatedAt'> {
  readonly number: number;
  readonly description: string | null;
  readonly agent: string | null;
}

function toTask({ number, title, description, status, agent, createdAt, updatedAt }: TaskRow): Task {
  return {
    id: idOf(number),
    title,
    ...(description === null ? {} : { description }),
    status,
    ...(agent === null ? {} : { agent }),
    createdAt,
    updatedAt,
  };
}

function idOf(number: number): string {
  return `task-${number}`;
}

function numberOf(id: string): number {
  return Number(id.slice('task-'.length));
}

export function findTask(tasks: readonly Task[], id: string): Task {
  const found = tasks.find((task) => task.id === id);
  if (found) return found;
  const ids = tasks.map((task) => task.id);
  throw new CommandError('NOT_FOUND', `There is no task ${JSON.stringify(id)}`, {
    hint: didYouMean(id, ids, worded`See them all: ${call('task list')}`),
    details: { id },
  });
}

/** The file in which earlier versions kept the tasks of a project. It stays as it was when it was taken over. */
const Earlier = v.object({ latest: v.number(), tasks: v.array(Task) });

type Earlier = v.InferOutput<typeof Earlier>;

function earlierTasks({ home, cwd }: ProjectFolder): Promise<Earlier> {
  return new HomeFile<Earlier>({
    name: join(relative(home, projectFolder(home, projectRoot(cwd))), 'tasks.json'),
    schema: Earlier,
    empty: { latest: 0, tasks: [] },
    holds: 'tasks',
    fill: 'task create',
  }).read(home);
}

/** Once for each project, because a project that is known is not taken over again. */
function takeOver(database: Database, root: string, { latest, tasks }: Earlier): void {
  if (database.prepare('SELECT 1 FROM project WHERE root = ?').get(root) !== undefined) return;
  database.prepare('INSERT INTO project VALUES (?, ?)').run(root, latest);
  for (const { id, ...task } of tasks) insert(database, root, numberOf(id), task);
}
