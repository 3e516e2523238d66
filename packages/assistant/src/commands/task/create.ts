import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { Task, viewTask } from '../../task/task.ts';

export const command = defineCommand({
  path: 'task create',
  summary: 'Add a task to this project',
  effect: 'modify',
  input: v.object({
    title: text('Short title of the task'),
    description: v.optional(text('Longer description', { large: true })),
    agent: v.optional(text('Agent that should do it')),
  }),
  output: Task,
  examples: ['helve task create --title "Write docs" --description "Document the commands"'],
  run: async () => (await import('../../task/tasks.ts')).createTask,
  render: { model: viewTask, person: viewTask, brief: ({ id, title }) => `${id}: ${title}` },
});
