import { defineModule } from '@helve/command';

export const threadModule = defineModule({
  name: 'thread',
  summary: 'Conversations with the assistant that go on in the background',
  actions: {
    start: () => import('../commands/thread/start.ts'),
    'create-start': () => import('../commands/thread/create-start.ts'),
    list: () => import('../commands/thread/list.ts'),
    read: () => import('../commands/thread/read.ts'),
    send: () => import('../commands/thread/send.ts'),
    stop: () => import('../commands/thread/stop.ts'),
    delete: () => import('../commands/thread/delete.ts'),
  },
});
