import type { PromptMessage } from '@modelcontextprotocol/client';
import type { Run } from '@helve/command';
import { findServer } from './configured-servers.ts';
import { mcpConnections } from './connections.ts';
import { optionsFor, withServers } from './every-server.ts';
import type { Input as FillInput, Output as FillOutput } from '../commands/mcp/prompt.ts';
import type { Input, Output } from '../commands/mcp/prompts.ts';

export const listPrompts: Run<Input, Output> = async ({ toolbox }, context) => {
  const { items, problems } = await withServers(toolbox, context, async (connection, name) =>
    (await connection.prompts(optionsFor(context))).map((prompt) => ({
      toolbox: name,
      name: prompt.name,
      ...(prompt.description === undefined ? {} : { description: prompt.description }),
      arguments: (prompt.arguments ?? []).map(({ name: value, description, required = false }) => ({
        name: value,
        ...(description === undefined ? {} : { description }),
        required,
      })),
    })),
  );
  return { prompts: [...items], ...(problems.length > 0 ? { problems: [...problems] } : {}) };
};

export const fillPrompt: Run<FillInput, FillOutput> = async ({ toolbox, prompt, arguments: values }, context) => {
  const server = await findServer(context, toolbox);
  const { messages } = await context
    .keep(mcpConnections)
    .use(server, context, (connection) => connection.prompt(prompt, values, optionsFor(context)));
  const said = messages.map((message) => ({ role: message.role, text: textOf(message) }));
  const isOneVoice = said.every(({ role }) => role === 'user');
  const text = said.map((each) => (isOneVoice ? each.text : `${each.role}: ${each.text}`)).join('\n\n');
  return { toolbox: server.name, prompt, text };
};

function textOf({ content }: PromptMessage): string {
  if (content.type === 'text') return content.text;
  if (content.type === 'resource') {
    const { resource } = content;
    return 'text' in resource ? `[${resource.uri}]\n${resource.text}` : `[${resource.uri}]`;
  }
  return content.type === 'resource_link' ? `[${content.uri}]` : `[${content.mimeType}]`;
}
