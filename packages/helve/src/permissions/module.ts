import { defineModule } from '@helve/command';

export const permissionsModule = defineModule({
  name: 'permissions',
  summary: 'Show what is permitted here; `permissions explain <line>` shows the decision for a line',
  actions: { list: () => import('../commands/permissions/list.ts') },
});
