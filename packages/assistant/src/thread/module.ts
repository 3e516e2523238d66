import { defineModule } from '@helve/command';
import type { threadCommands } from '../commands/thread/thread-commands.ts';
import type { CreateCaller } from '../opening/host.ts';

/** The commands of threads, whose conversations run for callers that `createCaller` makes. */
export const threadModule = (createCaller: CreateCaller) => {
  const action = (name: keyof ReturnType<typeof threadCommands>) => async () => ({
    command: (await import('../commands/thread/thread-commands.ts')).threadCommands(createCaller)[name],
  });
  return defineModule({
    name: 'thread',
    summary: 'Run conversations with the assistant in the background',
    actions: {
      create: action('create'),
      start: action('start'),
      'create-start': action('create-start'),
      'create-bg': action('create-bg'),
      list: action('list'),
      get: action('get'),
      messages: action('messages'),
      read: action('read'),
      status: action('status'),
      send: action('send'),
      answer: action('answer'),
      wait: action('wait'),
      stop: action('stop'),
      merge: action('merge'),
      discard: action('discard'),
      update: action('update'),
      delete: action('delete'),
    },
  });
};
