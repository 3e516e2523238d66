import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { positionInput } from '../../code/declare.ts';

export const command = defineCommand({
  path: 'code hover',
  summary: 'Show the type and documentation of a symbol',
  effect: 'execute',
  input: positionInput,
  subject: async (input, place) => (await import('../../code/ask.ts')).subjectOf(input, place),
  output: v.object({ text: v.string() }),
  examples: ['helve code hover --path src/a.ts --symbol alpha'],
  run: inService(async () => (await import('../../code/work.ts')).hover),
  render: {
    model: ({ text }) => text || 'Nothing is known about it',
    person: ({ text }) => text || 'Nothing is known about it',
    brief: ({ text }) => text.split('\n')[0] ?? '',
  },
});
