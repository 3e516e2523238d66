import { defineCommand } from '@helve/command';
import { startedService } from '../started-service.ts';

export const command = defineCommand({
  path: 'service restart',
  summary: 'Stop the service and start it anew',
  effect: 'execute',
  ...startedService,
  examples: ['helve service restart', 'helve service restart --port 0'],
  run: async () => (await import('../../service/commands.ts')).restart,
});
