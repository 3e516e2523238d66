import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor machine',
  summary: 'Check what commands need: a writable state folder, and git',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  reportsFailure: ({ ok }) => !ok,
  examples: ['helve doctor machine'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('machine'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
