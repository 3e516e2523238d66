import { defineCommand, inKeeper, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../../environment/env-view.ts';

export const command = defineCommand({
  path: 'terminal env list',
  summary: 'All variables that commands get, secret-looking values masked',
  effect: 'inspect',
  input: v.object({ sessionId: v.optional(text('The session it is for; absent: all commands')) }),
  output: v.object({
    variables: v.record(v.string(), v.string()),
    count: v.number(),
    masked: v.optional(v.array(v.string())),
    withheld: v.optional(v.array(v.string())),
  }),
  examples: ['helve terminal env list'],
  run: inKeeper(
    async () => (await import('../../environment/env.ts')).listVariables,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
