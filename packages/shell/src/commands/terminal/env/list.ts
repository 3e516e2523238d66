import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../env.ts';

const input = v.object({ sessionId: v.optional(text('Session to apply it to (default: all commands)')) });

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  variables: v.record(v.string(), v.string()),
  count: v.number(),
  masked: v.optional(v.array(v.string())),
  withheld: v.optional(v.array(v.string())),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal env list',
  summary: 'List the variables of commands, with secret-looking values masked',
  effect: 'inspect',
  input,
  output,
  examples: ['helve terminal env list'],
  run: inService(
    async () => (await import('../../../terminal/env.ts')).listVariables,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
