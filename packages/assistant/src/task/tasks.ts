import { CommandError, type Context, parameter, worded } from '@helve/command';
import { isObject } from '@helve/settings';
import { findTask, readTasks, useTasks } from './store.ts';
import { STATES, stateNamed, type Task } from './task.ts';

export async function createTask(
  { title, ...more }: Pick<TaskChange, 'description' | 'agent'> & { readonly title: string },
  context: Context,
): Promise<Task> {
  const at = new Date(context.now()).toISOString();
  const fields = { title, ...fieldsOf({ title, ...more }) };
  return useTasks(context.place, ({ add }) => add({ ...fields, status: 'open', createdAt: at, updatedAt: at }));
}

export async function listTasks(
  { status }: { readonly status?: string | undefined },
  context: Context,
): Promise<{ tasks: Task[]; count: number }> {
  const wanted = status === undefined ? undefined : readState(status);
  const tasks = (await readTasks(context.place)).filter((task) => wanted === undefined || task.status === wanted);
  return { tasks, count: tasks.length };
}

export async function getTask({ id }: { readonly id: string }, context: Context): Promise<Task> {
  return findTask(await readTasks(context.place), id);
}

/** What of a task may be changed. */
export interface TaskChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: string | undefined;
  readonly agent?: string | undefined;
}

export async function updateTask(
  { id, data, ...flat }: TaskChange & { readonly id: string; readonly data?: unknown },
  context: Context,
): Promise<Task> {
  const change = fieldsOf({ ...readData(data), ...fieldsOf(flat) });
  if (Object.keys(change).length === 0) {
    throw new CommandError('INVALID_INPUT', 'Nothing to change was given', {
      example: `helve task update --id ${id} --status doing`,
    });
  }
  return replace(id, context, (task) => ({ ...task, ...change }));
}

export function completeTask({ id }: { readonly id: string }, context: Context): Promise<Task> {
  return replace(id, context, (task) => ({ ...task, status: 'done' }));
}

export function deleteTask({ id }: { readonly id: string }, context: Context): Promise<Task> {
  return useTasks(context.place, ({ get, remove }) => {
    const task = get(id);
    remove(id);
    return task;
  });
}

function replace(id: string, context: Context, change: (task: Task) => Task): Promise<Task> {
  return useTasks(context.place, (table) => {
    const task = { ...change(table.get(id)), updatedAt: new Date(context.now()).toISOString() };
    table.replace(task);
    return task;
  });
}

/** What was said, and no more: an absent field stays as it is. */
function fieldsOf({ title, description, status, agent }: TaskChange): Partial<Task> {
  if (title?.trim() === '') {
    throw new CommandError('INVALID_INPUT', 'The title is missing', { hint: 'Describe the task in a few words.' });
  }
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status: readState(status) }),
    ...(agent === undefined ? {} : { agent }),
  };
}

function readState(name: string): Task['status'] {
  const state = stateNamed(name);
  if (state) return state;
  throw new CommandError('INVALID_INPUT', `A task cannot be ${JSON.stringify(name)}`, {
    hint: `One of: ${STATES.join(', ')}.`,
  });
}

const FIELDS = ['title', 'description', 'status', 'agent'];

/** The fields as one JSON object, which is how seed 000 has it. */
function readData(data: unknown): TaskChange {
  if (data === undefined) return {};
  const fields = isObject(data) ? Object.entries(data) : undefined;
  const wrong = fields?.find(([name, value]) => !FIELDS.includes(name) || typeof value !== 'string');
  if (fields && !wrong) return Object.fromEntries(fields);
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter('data')} cannot hold ${JSON.stringify(wrong?.[0] ?? data)}`,
    { hint: `An object with texts for: ${FIELDS.join(', ')}.` },
  );
}
