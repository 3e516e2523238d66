import { defineCommand, inService } from '@helve/command';
import { briefLocations, locationsOutput, positionInput, viewLocations } from '../../code/declare.ts';

export const command = defineCommand({
  path: 'code definition',
  summary: 'Find where a symbol is defined',
  effect: 'execute',
  input: positionInput,
  subject: async (input, place) => (await import('../../code/ask.ts')).subjectOf(input, place),
  output: locationsOutput,
  examples: ['helve code definition --path src/a.ts --symbol alpha'],
  run: inService(async () => (await import('../../code/work.ts')).definition),
  render: { model: viewLocations, person: viewLocations, brief: briefLocations },
});
