import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

export const command = defineCommand({
  path: 'task delete',
  summary: 'Delete a task',
  effect: 'modify',
  input: v.object({
    id: text('Id of the task, such as task-1'),
  }),
  output: Task,
  examples: ['helve task delete --id task-1'],
  run: async () => (await import('../../task/tasks.ts')).deleteTask,
  render: { model: viewTask, person: viewTask, brief: ({ id, title }) => `${id}: ${title}` },
});
