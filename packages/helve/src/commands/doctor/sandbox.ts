import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor sandbox',
  summary: 'Check whether programs can run in a sandbox here, and what to install or enable if not',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  reportsFailure: ({ ok }) => !ok,
  examples: ['helve doctor sandbox'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('sandbox'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
