import { defineModule } from '@helve/command';

export const trustModule = defineModule({
  name: 'trust',
  summary: 'Review and approve project files that can run code',
  actions: {
    list: () => import('../commands/trust/list.ts'),
    allow: () => import('../commands/trust/allow.ts'),
    revoke: () => import('../commands/trust/revoke.ts'),
  },
});
