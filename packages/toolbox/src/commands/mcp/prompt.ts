import { defineCommand, inService, json, text } from '@helve/command';
import * as v from 'valibot';
import { viewPrompt } from '../../mcp/offers-view.ts';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';

const input = v.object({
  toolbox: text('Name of the server', { also: ['server'] }),
  prompt: text('Name of the prompt'),
  arguments: v.optional(json(v.record(v.string(), v.string()), 'Values for what the prompt leaves open'), {}),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ toolbox: v.string(), prompt: v.string(), text: v.string() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp prompt',
  summary: 'Fill in a prompt of an MCP server',
  effect: 'execute',
  input,
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: [`helve mcp prompt --toolbox docs --prompt summary --arguments '{"topic":"sandbox"}'`],
  run: inService(async () => (await import('../../mcp/prompts.ts')).fillPrompt),
  render: { model: viewPrompt, person: viewPrompt },
});
