import { defineModule } from '@helve/command';

export const configModule = defineModule({
  name: 'config',
  summary: 'Show and change settings, and where each value comes from',
  actions: {
    get: () => import('../commands/config/get.ts'),
    set: () => import('../commands/config/set.ts'),
    unset: () => import('../commands/config/unset.ts'),
    list: () => import('../commands/config/list.ts'),
  },
});
