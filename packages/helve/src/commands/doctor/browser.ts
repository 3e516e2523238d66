import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor browser',
  summary: 'Check each step from a command to the browser, and suggest fixes',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  reportsFailure: ({ ok }) => !ok,
  examples: ['helve doctor browser'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('browser'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
