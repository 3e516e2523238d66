import { defineCommand } from '@helve/command';
import { startedService } from '../started-service.ts';

export const command = defineCommand({
  path: 'service restart',
  summary: 'Restart the service',
  effect: 'execute',
  ...startedService,
  examples: ['helve service restart', 'helve service restart --port 0'],
  run: async () => (await import('../../service/commands.ts')).restart,
});
