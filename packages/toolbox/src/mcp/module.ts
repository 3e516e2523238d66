import { defineModule } from '@helve/command';

export const mcpModule = defineModule({
  name: 'mcp',
  summary: 'Use the tools of MCP servers',
  actions: {
    servers: () => import('../commands/mcp/servers.ts'),
    tools: () => import('../commands/mcp/tools.ts'),
    execute: () => import('../commands/mcp/execute.ts'),
    configure: () => import('../commands/mcp/configure.ts'),
    remove: () => import('../commands/mcp/remove.ts'),
    login: () => import('../commands/mcp/login.ts'),
    prompt: () => import('../commands/mcp/prompt.ts'),
    prompts: () => import('../commands/mcp/prompts.ts'),
    read: () => import('../commands/mcp/read.ts'),
    resources: () => import('../commands/mcp/resources.ts'),
    list: 'servers',
    'all-tools': 'tools',
  },
});
