import { Server } from '@modelcontextprotocol/server';
import { offerPrompts } from './prompts.ts';
import { offerResources } from './resources.ts';
import { STATES } from './rounds.ts';
import { offerTools } from './tools.ts';

/** What the MCP conformance suite wants to find at a server: it calls these by name. They touch nothing. */
export function createConformanceServer(): Server {
  const server = new Server(
    { name: 'helve-conformance', version: '1' },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: (state, context) => STATES.verify(state, context) },
    },
  );
  offerTools(server);
  offerPrompts(server);
  offerResources(server);
  return server;
}
