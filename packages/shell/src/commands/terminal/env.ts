import { choice, defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  action: choice(['get', 'set', 'list', 'unset'], 'What to do'),
  name: v.optional(text('Name of the variable, for get, set and unset')),
  value: v.optional(text('New value, for set')),
  sessionId: v.optional(text('Session to apply it to (default: all commands)')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  name: v.optional(v.string()),
  value: v.optional(v.string()),
  source: v.optional(v.picklist(['global', 'session'])),
  variables: v.optional(v.record(v.string(), v.string())),
  count: v.optional(v.number()),
  masked: v.optional(v.array(v.string())),
  withheld: v.optional(v.array(v.string())),
  status: v.optional(v.picklist(['set', 'unset'])),
  scope: v.optional(v.picklist(['global', 'session'])),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal env',
  summary: 'Get, set, list or unset environment variables of commands',
  effect: { most: 'execute', of: ({ action }) => (action === 'get' || action === 'list' ? 'inspect' : 'execute') },
  input,
  subject: ({ action }) => ({ sameAs: [`terminal env ${action}`] }),
  output,
  tool: {
    name: 'CliEnv',
    set: 'cli',
    guidance:
      'Environment variables for CLI commands. get: one value. set: for all commands from now on, or with sessionId for a session at its prompt. list: all, secret-looking values masked. unset: takes one away. Example: action="set", name="NODE_ENV", value="test".',
  },
  examples: ['helve terminal env --action list', 'helve terminal env --action set --name NODE_ENV --value test'],
  run: inService(
    async () => (await import('../../terminal/env.ts')).changeEnvironment,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});

/** `NAME=value` lines, as `env` prints them; a value that was asked for stands alone. */
export function viewEnv({ name, value, status, variables, withheld = [] }: Output): string {
  if (variables) {
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return [...lines, ...(withheld.length > 0 ? [`(withheld from commands: ${withheld.join(', ')})`] : [])].join('\n');
  }
  if (status === 'unset') return `${name} is unset`;
  if (status === 'set') return `${name}=${value}`;
  return value ?? '';
}
