import { defineModule } from '@helve/command';

export const sessionModule = defineModule({
  name: 'session',
  summary: 'Find, show, export, fork and rewind conversations with the assistant',
  actions: {
    list: () => import('../commands/session/list.ts'),
    show: () => import('../commands/session/show.ts'),
    search: () => import('../commands/session/search.ts'),
    export: () => import('../commands/session/export.ts'),
    bundle: () => import('../commands/session/bundle.ts'),
    open: () => import('../commands/session/open.ts'),
    fork: () => import('../commands/session/fork.ts'),
    delete: () => import('../commands/session/delete.ts'),
    rewind: () => import('../commands/session/rewind.ts'),
  },
});
