import { choice, defineCommand, json, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  name: text('Name of the server'),
  config: json(
    v.record(v.string(), v.unknown()),
    'command, args, env and cwd of a program, or type (http, sse), url and headers; ${VAR} and ${VAR:-default} are filled in',
    { large: true },
  ),
  scope: v.optional(choice(['user', 'project'], 'Scope: your settings, or this project'), 'user'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  name: v.string(),
  scope: v.picklist(['user', 'project']),
  file: v.string(),
  runs: v.string(),
  replaced: v.boolean(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp configure',
  summary: "Add or replace an MCP server in the settings or in the project's .mcp.json",
  effect: 'execute',
  approves: () => true,
  input,
  output,
  examples: [
    `helve mcp configure --name memory --config '{"command":"npx","args":["-y","@modelcontextprotocol/server-memory"]}'`,
    `helve mcp configure --name docs --config '{"type":"http","url":"https://example.com/mcp"}' --scope project`,
  ],
  run: async () => (await import('../../mcp/configure.ts')).configure,
  render: {
    person: ({ name, file, runs, replaced }) => `${name} ${replaced ? 'replaced' : 'added'} in ${file}: ${runs}`,
    brief: ({ name, replaced }) => `${name} ${replaced ? 'replaced' : 'added'}`,
  },
});
