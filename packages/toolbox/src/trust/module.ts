import { defineModule } from '@helve/command';

export const trustModule = defineModule({
  name: 'trust',
  summary: 'What of a checkout may run: nothing does before you consent to it',
  actions: {
    list: () => import('../commands/trust/list.ts'),
    allow: () => import('../commands/trust/allow.ts'),
    revoke: () => import('../commands/trust/revoke.ts'),
  },
});
