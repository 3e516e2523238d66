import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor all',
  summary: 'Look at everything that may be wrong; `helve doctor` alone does the same',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  examples: ['helve doctor all'],
  run: async () => (await import('../../doctor/run.ts')).diagnose(),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
