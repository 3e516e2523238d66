import { defineModule } from '@helve/command';

export const toolModule = defineModule({
  name: 'tool',
  summary: 'Find and call any tool: commands, UTCP and MCP tools',
  sets: ['toolbox'],
  actions: {
    list: () => import('../commands/tool/list.ts'),
    search: () => import('../commands/tool/search.ts'),
    call: () => import('../commands/tool/call.ts'),
    script: () => import('../commands/tool/script.ts'),
    trust: () => import('../commands/tool/trust.ts'),
  },
});
