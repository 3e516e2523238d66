import { defineModule } from '@helve/command';

export const toolModule = defineModule({
  name: 'tool',
  summary: 'Find and call any tool, wherever it lives',
  sets: ['toolbox'],
  actions: {
    list: () => import('../commands/tool/list.ts'),
    search: () => import('../commands/tool/search.ts'),
    call: () => import('../commands/tool/call.ts'),
    trust: () => import('../commands/tool/trust.ts'),
  },
});
