import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor machine',
  summary: 'Look at what commands need of the machine: a folder of their own that can be written, and git',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  examples: ['helve doctor machine'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('machine'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
