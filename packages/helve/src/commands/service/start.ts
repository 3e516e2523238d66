import { defineCommand } from '@helve/command';
import { startedService } from '../started-service.ts';

export const command = defineCommand({
  path: 'service start',
  summary: 'Start the service, unless it is running',
  effect: 'execute',
  ...startedService,
  examples: ['helve service start', 'helve service start --port 0'],
  run: async () => (await import('../../service/commands.ts')).start,
});
