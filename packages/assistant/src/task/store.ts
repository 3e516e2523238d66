import { join, relative } from 'node:path';
import { call, CommandError, didYouMean, makeFolder, type Place, projectRoot, worded } from '@helve/command';
import { HomeFile } from '@helve/settings';
import * as v from 'valibot';
import { projectFolder } from '../log/place.ts';
import { Task } from './task.ts';

const Tasks = v.object({
  /** The number of the latest: none is given twice. */
  latest: v.number(),
  tasks: v.array(Task),
});

type Tasks = v.InferOutput<typeof Tasks>;

type ProjectFolder = Pick<Place, 'home' | 'cwd'>;

/** The tasks of the project that somebody stands in. */
export async function readTasks(place: ProjectFolder): Promise<readonly Task[]> {
  return (await fileOf(place).read(place.home)).tasks;
}

/** Changes them, and gives the one that it is about; who does so at the same time waits. */
export async function changeTasks(
  place: ProjectFolder,
  change: (kept: Tasks) => { readonly kept: Tasks; readonly task: Task },
): Promise<Task> {
  await makeFolder(folderOf(place), 0o700);
  const about: Task[] = [];
  await fileOf(place).change(place.home, (before) => {
    const { kept, task } = change(before);
    about.push(task);
    return kept;
  });
  const [task] = about;
  if (!task) throw new Error('Name the task to change');
  return task;
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

function folderOf({ home, cwd }: ProjectFolder): string {
  return projectFolder(home, projectRoot(cwd));
}

function fileOf(place: ProjectFolder): HomeFile<Tasks> {
  return new HomeFile<Tasks>({
    name: join(relative(place.home, folderOf(place)), 'tasks.json'),
    schema: Tasks,
    empty: { latest: 0, tasks: [] },
    holds: 'tasks',
    fill: 'task create',
  });
}
