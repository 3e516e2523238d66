import { defineModule } from '@helve/command';

export const rulesModule = defineModule({
  name: 'rules',
  summary: 'Enforce lines of AGENTS.md and CLAUDE.md',
  actions: {
    list: () => import('../commands/rules/list.ts'),
    confirm: () => import('../commands/rules/confirm.ts'),
    add: () => import('../commands/rules/add.ts'),
    check: () => import('../commands/rules/check.ts'),
    remove: () => import('../commands/rules/remove.ts'),
  },
});
