import { defineModule } from '@helve/command';

export const webModule = defineModule({
  name: 'web',
  summary: 'Fetch web pages and search the web',
  actions: {
    fetch: () => import('../commands/web/fetch.ts'),
    search: () => import('../commands/web/search.ts'),
  },
});
