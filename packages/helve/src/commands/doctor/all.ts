import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor all',
  summary: 'Run all checks; `helve doctor` does the same',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  reportsFailure: ({ ok }) => !ok,
  examples: ['helve doctor all'],
  run: async () => (await import('../../doctor/run.ts')).diagnose(),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
