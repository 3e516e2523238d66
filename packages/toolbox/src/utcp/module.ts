import { defineModule } from '@helve/command';

export const utcpModule = defineModule({
  name: 'utcp',
  summary: "Use the tools of UTCP manuals, and describe helve's own as one",
  bare: ['manual'],
  actions: {
    register: () => import('../commands/utcp/register.ts'),
    deregister: () => import('../commands/utcp/deregister.ts'),
    list: () => import('../commands/utcp/list.ts'),
    search: () => import('../commands/utcp/search.ts'),
    info: () => import('../commands/utcp/info.ts'),
    call: () => import('../commands/utcp/call.ts'),
    validate: () => import('../commands/utcp/validate.ts'),
    manual: () => import('../commands/utcp/manual.ts'),
  },
});
