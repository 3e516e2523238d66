import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

export const command = defineCommand({
  path: 'task get',
  summary: 'Show one task of this project',
  effect: 'inspect',
  input: v.object({
    id: text('Id of the task, such as task-1'),
  }),
  output: Task,
  examples: ['helve task get --id task-1'],
  run: async () => (await import('../../task/tasks.ts')).getTask,
  render: { model: viewTask, person: viewTask, brief: ({ id, title }) => `${id}: ${title}` },
});
