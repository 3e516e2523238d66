import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { DIAGNOSIS, renderDiagnosis } from '../../doctor/render.ts';

export const command = defineCommand({
  path: 'doctor assistant',
  summary: 'Look at what a conversation needs: settings in order, and a model with a key',
  effect: 'execute',
  input: v.object({}),
  output: DIAGNOSIS,
  examples: ['helve doctor assistant'],
  run: async () => (await import('../../doctor/run.ts')).diagnose('assistant'),
  render: { model: renderDiagnosis, person: renderDiagnosis },
});
