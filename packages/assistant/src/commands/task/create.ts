import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

export const command = defineCommand({
  path: 'task create',
  summary: 'Add something that is to be done in this project',
  effect: 'modify',
  input: v.object({
    title: text('What is to be done, in a few words'),
    description: v.optional(text('More about it', { large: true })),
    agent: v.optional(text('Who should do it')),
  }),
  output: Task,
  examples: ['helve task create --title "Write docs" --description "Document the commands"'],
  run: async () => (await import('../../task/tasks.ts')).createTask,
  render: { model: viewTask, person: viewTask, brief: ({ id, title }) => `${id}: ${title}` },
});
