import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

const view = ({ tasks }: { readonly tasks: readonly Task[] }) =>
  tasks.length === 0 ? 'There are no tasks.' : tasks.map(viewTask).join('\n');

export const command = defineCommand({
  path: 'task list',
  summary: 'List the tasks of this project',
  effect: 'inspect',
  input: v.object({ status: v.optional(text('Only tasks with this status')) }),
  output: v.object({ tasks: v.array(Task), count: v.number() }),
  examples: ['helve task list', 'helve task list --status open'],
  run: async () => (await import('../../task/tasks.ts')).listTasks,
  render: { model: view, person: view, brief: ({ count }) => `${count} tasks` },
});
