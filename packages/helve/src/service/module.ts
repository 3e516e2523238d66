import { defineModule } from '@helve/command';

export const serviceModule = defineModule({
  name: 'service',
  summary: 'Manage the background service (sessions, browser, threads)',
  bare: ['start', 'stop', 'status', 'restart'],
  actions: {
    start: () => import('../commands/service/start.ts'),
    stop: () => import('../commands/service/stop.ts'),
    status: () => import('../commands/service/status.ts'),
    restart: () => import('../commands/service/restart.ts'),
  },
});
