import { defineCommand, json, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

export const command = defineCommand({
  path: 'task update',
  summary: 'Change the title, description, status or agent of a task',
  effect: 'modify',
  input: v.object({
    id: text('The task, as task-1'),
    title: v.optional(text('What is to be done, in a few words')),
    description: v.optional(text('More about it', { large: true })),
    status: v.optional(text('open, doing or done')),
    agent: v.optional(text('Who should do it')),
    data: v.optional(json(v.unknown(), 'The same as one object: {"status":"done"}')),
  }),
  output: Task,
  examples: [
    'helve task update --id task-1 --status doing',
    `helve task update --id task-1 --data '{"status":"completed"}'`,
  ],
  run: async () => (await import('../../task/tasks.ts')).updateTask,
  render: { model: viewTask, person: viewTask, brief: ({ id, title }) => `${id}: ${title}` },
});
