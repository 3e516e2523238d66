import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { INSPECTING, PAGE_TOOL } from '../../../protocol/inspecting.ts';
import { pageRendering } from '../../page-content.ts';
import { session } from '../../parameters.ts';

const output = INSPECTING.tools.data;

export const command = defineCommand({
  path: 'browser tools',
  summary: 'List the tools that the page offers to agents (WebMCP)',
  effect: 'inspect',
  input: v.object({ session }),
  output,
  examples: ['helve browser tools -s abc234'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('tools')),
  render: pageRendering(({ tools }: v.InferOutput<typeof output>) =>
    tools.length === 0 ? 'The page offers no tools.' : tools.map(describe).join('\n'),
  ),
});

function describe({ name, description, inputSchema }: v.InferOutput<typeof PAGE_TOOL>): string {
  return `${name}: ${description}${inputSchema === undefined ? '' : ` ${JSON.stringify(inputSchema)}`}`;
}
