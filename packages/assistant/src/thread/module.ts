import { defineModule } from '@helve/command';
import type { CreateCaller } from '../opening/host.ts';

/** The commands of threads, whose conversations run for callers that `createCaller` makes. */
export const threadModule = (createCaller: CreateCaller) =>
  defineModule({
    name: 'thread',
    summary: 'Run conversations with the assistant in the background',
    actions: {
      start: async () => ({ command: (await import('../commands/thread/start.ts')).start(createCaller) }),
      'create-start': async () => ({
        command: (await import('../commands/thread/create-start.ts')).createStart(createCaller),
      }),
      list: () => import('../commands/thread/list.ts'),
      read: () => import('../commands/thread/read.ts'),
      send: async () => ({ command: (await import('../commands/thread/send.ts')).send(createCaller) }),
      stop: () => import('../commands/thread/stop.ts'),
      delete: () => import('../commands/thread/delete.ts'),
    },
  });
