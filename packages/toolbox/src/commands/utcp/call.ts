import { defineCommand, flag, json, text } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';

const input = v.object({
  tool: text('Name of the tool: manual.tool'),
  args: v.optional(
    json(v.record(v.string(), v.unknown()), 'Arguments of the tool', {
      also: ['params', 'arguments'],
      large: true,
    }),
    {},
  ),
  detail: flag('Also return details: each step, its output, errors, exit code and time'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ tool: v.string(), value: v.unknown(), detail: v.exactOptional(v.unknown()) });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp call',
  summary: 'Call a tool of a registered UTCP manual',
  // What it comes to is judged as the tool's own command.
  effect: 'inspect',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: [`helve utcp call --tool hi.call --args '{"word":"there"}'`],
  run: async () => (await import('../../utcp/call.ts')).call,
  render: {
    model: ({ value, detail }) => show(detail === undefined ? value : { value, detail }),
    person: ({ value, detail }) => show(detail === undefined ? value : { value, detail }, 2),
    brief: ({ value }) => show(value),
  },
});

function show(value: unknown, indent?: number): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '');
}
