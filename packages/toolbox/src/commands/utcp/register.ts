import { choice, defineCommand, json, path, text } from '@helve/command';
import * as v from 'valibot';
import { briefRegistered, viewRegistered } from '../../utcp/view.ts';

const KINDS = ['cli', 'http', 'sse', 'streamable_http', 'text', 'file', 'mcp', 'direct-call'] as const;

const input = v.object({
  name: v.optional(text('The name of the manual; its tools are called name.tool')),
  template: v.optional(
    json(v.record(v.string(), v.unknown()), 'The call template that leads to the manual', { large: true }),
  ),
  url: v.optional(text('Where the manual or OpenAPI document is served')),
  file: v.optional(path('read', 'A file with the manual or OpenAPI document')),
  allow: v.optional(
    json(v.array(v.picklist(KINDS)), 'Kinds of tools that it may bring besides the usual ones, as ["cli"]'),
  ),
  scope: v.optional(choice(['user', 'project'], 'For you everywhere, or for everybody in this project'), 'user'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  name: v.string(),
  scope: v.picklist(['user', 'project']),
  source: v.string(),
  tools: v.array(v.string()),
  problems: v.array(v.string()),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp register',
  summary: 'Read a UTCP manual or an OpenAPI document and make its tools commands, from now on',
  // Reading it may run its discovery command or reach a server.
  effect: 'execute',
  input,
  output,
  examples: [
    `helve utcp register --template '{"name":"hi","call_template_type":"cli","commands":[{"command":"echo UTCP_ARG_word_UTCP_END"}]}'`,
    'helve utcp register --name pets --url https://example.com/openapi.json',
    'helve utcp register --name tools --file manual.json --scope project',
    `helve utcp register --name scripts --file manual.json --allow '["cli"]'`,
  ],
  run: async () => (await import('../../utcp/register.ts')).register,
  render: { model: viewRegistered, person: viewRegistered, brief: briefRegistered },
});
