import { defineModule } from '@helve/command';

export const configModule = defineModule({
  name: 'config',
  summary: 'The settings: what holds, and where it was said',
  actions: {
    get: () => import('../commands/config/get.ts'),
    set: () => import('../commands/config/set.ts'),
    unset: () => import('../commands/config/unset.ts'),
    list: () => import('../commands/config/list.ts'),
  },
});
