import { defineCommand, json, text } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { isObject, isText } from '../../json.ts';

const input = v.object({
  tool: text('Name of the tool, as in tool list: fs.read, weather.forecast'),
  params: v.optional(
    json(v.record(v.string(), v.unknown()), 'Arguments of the tool', { also: ['args', 'arguments'], large: true }),
    {},
  ),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ tool: v.string(), source: v.string(), result: v.unknown() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'tool call',
  summary: 'Call any tool by name',
  // What it comes to is judged as the command that the tool is.
  effect: 'inspect',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  tool: {
    name: 'ToolCall',
    set: 'toolbox',
    guidance: 'Calls a tool that ToolSearch found, by its name and with arguments as its inputs say.',
  },
  examples: [`helve tool call --tool fs.read --params '{"path":"package.json"}'`],
  run: async () => (await import('../../tool/call.ts')).call,
  render: { person: ({ result }) => show(result) },
});

/** What was asked for: the value of a UTCP tool, the text of an MCP server's, else all there is. */
function show(result: unknown): string {
  const { value, toolbox, text } = isObject(result) ? result : {};
  const shown = value ?? (toolbox === undefined ? undefined : text) ?? result;
  return isText(shown) ? shown : (JSON.stringify(shown, null, 2) ?? '');
}
