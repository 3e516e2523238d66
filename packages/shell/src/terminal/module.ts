import { defineModule } from '@helve/registry';

export const terminalModule = defineModule({
  name: 'terminal',
  summary: 'Run commands in a shell: once, or in sessions that go on',
  actions: {
    platform: () => import('../commands/terminal/platform.ts'),
    exec: () => import('../commands/terminal/exec.ts'),
    history: () => import('../commands/terminal/history.ts'),
    env: () => import('../commands/terminal/env.ts'),
    'env get': () => import('../commands/terminal/env-get.ts'),
    'env set': () => import('../commands/terminal/env-set.ts'),
    'env list': () => import('../commands/terminal/env-list.ts'),
    'env unset': () => import('../commands/terminal/env-unset.ts'),
    'session start': () => import('../commands/terminal/session-start.ts'),
    'session list': () => import('../commands/terminal/session-list.ts'),
    'session read': () => import('../commands/terminal/session-read.ts'),
    'session write': () => import('../commands/terminal/session-write.ts'),
    'session resize': () => import('../commands/terminal/session-resize.ts'),
    'session stop': () => import('../commands/terminal/session-stop.ts'),
    'session export': () => import('../commands/terminal/session-export.ts'),
  },
});
