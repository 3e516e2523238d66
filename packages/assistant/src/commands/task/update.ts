import { defineCommand, json, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

export const command = defineCommand({
  path: 'task update',
  summary: 'Change the title, description, status or agent of a task',
  effect: 'modify',
  input: v.object({
    id: text('Id of the task, such as task-1'),
    title: v.optional(text('Short title of the task')),
    description: v.optional(text('Longer description', { large: true })),
    status: v.optional(text('New status: open, doing or done')),
    agent: v.optional(text('Agent that should do it')),
    data: v.optional(json(v.unknown(), 'All changes as one object: {"status":"done"}')),
  }),
  output: Task,
  examples: [
    'helve task update --id task-1 --status doing',
    `helve task update --id task-1 --data '{"status":"completed"}'`,
  ],
  run: async () => (await import('../../task/tasks.ts')).updateTask,
  render: { model: viewTask, person: viewTask, brief: ({ id, title }) => `${id}: ${title}` },
});
