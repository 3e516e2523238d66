import { defineModule } from '@helve/command';

export const taskModule = defineModule({
  name: 'task',
  summary: 'Manage the tasks of a project, across conversations',
  actions: {
    create: () => import('../commands/task/create.ts'),
    list: () => import('../commands/task/list.ts'),
    get: () => import('../commands/task/get.ts'),
    update: () => import('../commands/task/update.ts'),
    complete: () => import('../commands/task/complete.ts'),
    delete: () => import('../commands/task/delete.ts'),
  },
});
