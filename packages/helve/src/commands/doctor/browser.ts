import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor browser',
  summary: 'Follow the way of a command to the browser, hop by hop, and say which failed and what to do',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  examples: ['helve doctor browser'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('browser'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
