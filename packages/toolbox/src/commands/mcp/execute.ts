import { defineCommand, inService, json, text } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { asWord, mcpToolName } from '../../guests/as-word.ts';
import { briefResult, modelResult, viewResult } from '../../mcp/view.ts';

const input = v.object({
  toolbox: text('Name of the server', { also: ['server'] }),
  tool: text('Name of the tool'),
  params: v.optional(
    json(v.record(v.string(), v.unknown()), 'Arguments of the tool', { also: ['arguments'], large: true }),
    {},
  ),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  toolbox: v.string(),
  tool: v.string(),
  text: v.string(),
  structuredContent: v.exactOptional(v.record(v.string(), v.unknown())),
  attachments: v.exactOptional(
    v.array(
      v.object({
        type: v.picklist(['image', 'audio', 'resource', 'link']),
        mimeType: v.exactOptional(v.string()),
        uri: v.exactOptional(v.string()),
        name: v.exactOptional(v.string()),
        description: v.exactOptional(v.string()),
        text: v.exactOptional(v.string()),
        bytes: v.exactOptional(v.number()),
        data: v.exactOptional(v.string()),
        file: v.exactOptional(v.string()),
      }),
    ),
  ),
  spill: v.exactOptional(
    v.object({ text: v.exactOptional(v.string()), structuredContent: v.exactOptional(v.string()) }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp execute',
  summary: 'Call a tool of an MCP server',
  effect: 'execute',
  input,
  // As a command the tool is in the module of its server, which is called otherwise where we have one of that name.
  subject: ({ toolbox, tool }) => ({
    sameAs: ['', 'mcp_'].map((lead) => `${lead}${asWord(toolbox)} ${asWord(tool)}`),
    names: [mcpToolName(toolbox, tool)],
    programs: SERVER_PROGRAMS,
  }),
  output,
  examples: [`helve mcp execute --toolbox memory --tool search_nodes --params '{"query":"helve"}'`],
  run: inService(async () => (await import('../../mcp/execute.ts')).execute),
  render: { model: modelResult, person: viewResult, brief: briefResult },
});
