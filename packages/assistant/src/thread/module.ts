import { defineModule } from '@helve/command';
import type { CreateCaller } from '../opening/host.ts';

/** The commands of threads, whose conversations run for callers that `createCaller` makes. */
export const threadModule = (createCaller: CreateCaller) => {
  const starting = (name: keyof typeof import('../commands/thread/starting.ts')) => async () => ({
    command: (await import('../commands/thread/starting.ts'))[name](createCaller),
  });
  return defineModule({
    name: 'thread',
    summary: 'Run conversations with the assistant in the background',
    actions: {
      create: starting('create'),
      start: starting('start'),
      'create-start': starting('createStart'),
      'create-bg': starting('createBg'),
      list: () => import('../commands/thread/list.ts'),
      get: () => import('../commands/thread/get.ts'),
      messages: () => import('../commands/thread/messages.ts'),
      read: () => import('../commands/thread/read.ts'),
      status: starting('status'),
      send: starting('send'),
      answer: () => import('../commands/thread/answer.ts'),
      wait: () => import('../commands/thread/wait.ts'),
      stop: () => import('../commands/thread/stop.ts'),
      merge: () => import('../commands/thread/merge.ts'),
      discard: () => import('../commands/thread/discard.ts'),
      update: () => import('../commands/thread/update.ts'),
      delete: () => import('../commands/thread/delete.ts'),
    },
  });
};
