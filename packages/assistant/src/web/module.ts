import { defineModule } from '@helve/command';

export const webModule = defineModule({
  name: 'web',
  summary: 'Read pages of the web and search it',
  actions: {
    fetch: () => import('../commands/web/fetch.ts'),
    search: () => import('../commands/web/search.ts'),
  },
});
