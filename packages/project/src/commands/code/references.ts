import { defineCommand, inService } from '@helve/command';
import { briefLocations, locationsOutput, positionInput, viewLocations } from '../../code/declare.ts';

export const command = defineCommand({
  path: 'code references',
  summary: 'Find all uses of a symbol in the project',
  effect: 'execute',
  input: positionInput,
  subject: async (input, place) => (await import('../../code/ask.ts')).subjectOf(input, place),
  output: locationsOutput,
  examples: ['helve code references --path src/a.ts --symbol alpha'],
  run: inService(async () => (await import('../../code/work.ts')).references),
  render: { model: viewLocations, person: viewLocations, brief: briefLocations },
});
