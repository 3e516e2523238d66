import { defineModule } from '@helve/command';

export const permissionsModule = defineModule({
  name: 'permissions',
  summary: 'What may be done here; `permissions explain <line>` says what would be decided about a line',
  actions: { list: () => import('../commands/permissions/list.ts') },
});
