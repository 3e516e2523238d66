import { defineCommand, inService, json, text } from '@helve/command';
import * as v from 'valibot';
import { pageRendering } from '../../page-content.ts';
import { session } from '../../parameters.ts';

export const input = v.object({
  session,
  name: text('Name of the tool, from the list of the tools of the page'),
  input: v.optional(json(v.record(v.string(), v.unknown()), 'Input of the tool as a JSON object'), {}),
});

const output = v.object({ name: v.string(), result: v.unknown() });

export const command = defineCommand({
  path: 'browser call-tool',
  summary: 'Call a tool that the page offers to agents (WebMCP)',
  effect: 'execute',
  input,
  output,
  examples: [`helve browser call-tool -s abc234 --name search --input '{"query":"shoes"}'`],
  run: inService(async () => (await import('../../../act/call-tool.ts')).callTool),
  render: pageRendering(({ result }: v.InferOutput<typeof output>) =>
    typeof result === 'string' ? result : JSON.stringify(result, null, 1),
  ),
});
