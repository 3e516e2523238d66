import { defineModule } from '@helve/command';
import type { CreateCaller } from '../opening/host.ts';

/** The commands of threads, whose conversations run for callers that `createCaller` makes. */
export const threadModule = (createCaller: CreateCaller) =>
  defineModule({
    name: 'thread',
    summary: 'Run conversations with the assistant in the background',
    actions: {
      create: async () => ({ command: (await import('../commands/thread/create.ts')).create(createCaller) }),
      start: async () => ({ command: (await import('../commands/thread/start.ts')).start(createCaller) }),
      'create-start': async () => ({
        command: (await import('../commands/thread/create-start.ts')).createStart(createCaller),
      }),
      'create-bg': async () => ({ command: (await import('../commands/thread/create-bg.ts')).createBg(createCaller) }),
      list: () => import('../commands/thread/list.ts'),
      get: () => import('../commands/thread/get.ts'),
      messages: () => import('../commands/thread/messages.ts'),
      read: () => import('../commands/thread/read.ts'),
      status: async () => ({ command: (await import('../commands/thread/status.ts')).status(createCaller) }),
      send: async () => ({ command: (await import('../commands/thread/send.ts')).send(createCaller) }),
      answer: () => import('../commands/thread/answer.ts'),
      wait: () => import('../commands/thread/wait.ts'),
      stop: () => import('../commands/thread/stop.ts'),
      merge: () => import('../commands/thread/merge.ts'),
      discard: () => import('../commands/thread/discard.ts'),
      update: () => import('../commands/thread/update.ts'),
      delete: () => import('../commands/thread/delete.ts'),
    },
  });
