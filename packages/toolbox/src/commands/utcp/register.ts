import { choice, defineCommand, flag, json, path, text } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { briefRegistered, viewRegistered } from '../../utcp/view.ts';

const KINDS = ['cli', 'http', 'sse', 'streamable_http', 'text', 'file', 'mcp', 'direct-call'] as const;

const input = v.object({
  name: v.optional(text('Name of the manual; its tools are called name.tool')),
  template: v.optional(json(v.record(v.string(), v.unknown()), 'Call template of the manual', { large: true })),
  url: v.optional(text('URL of the manual or OpenAPI document')),
  file: v.optional(path('read', 'File with the manual or OpenAPI document')),
  allow: v.optional(json(v.array(v.picklist(KINDS)), 'Additional kinds of tools to allow, such as ["cli"]')),
  replace: flag('Replace a manual of the same name'),
  scope: v.optional(choice(['user', 'project'], 'Scope: your settings, or this project'), 'user'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  name: v.string(),
  scope: v.picklist(['user', 'project']),
  source: v.string(),
  tools: v.array(v.string()),
  problems: v.array(v.string()),
  replaced: v.boolean(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp register',
  summary: 'Register the tools of a UTCP manual or an OpenAPI document as commands',
  // Reading it may run its discovery command or reach a server.
  effect: 'execute',
  approves: () => true,
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
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
