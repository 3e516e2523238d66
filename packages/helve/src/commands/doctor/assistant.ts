import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor assistant',
  summary: 'Check what conversations need: valid settings, and a model with a key',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  reportsFailure: ({ ok }) => !ok,
  examples: ['helve doctor assistant'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('assistant'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
