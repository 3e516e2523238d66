/** What the lifecycle commands do, in the words of their contract. */
import type { Run } from '@helve/registry';
import { version } from '../../package.json';
import { runningService, startService, stopService } from './lifecycle.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import type { ServiceState } from './state.ts';

interface StartInput {
  readonly port?: number | undefined;
}

interface Started {
  readonly running: true;
  readonly pid: number;
  readonly port: number;
}

export const start: Run<StartInput, Started> = async ({ port }, { home }) => started(await startService(home, port));

export const stop: Run<object, { running: false }> = async (_, { home }) => {
  await stopService(home);
  return { running: false };
};

export const restart: Run<StartInput, Started> = async ({ port }, { home }) => {
  await stopService(home);
  return started(await startService(home, port));
};

interface Status extends Partial<Omit<Started, 'running'>> {
  readonly running: boolean;
  readonly version: string;
  readonly protocolVersion: number;
}

export const status: Run<object, Status> = async (_, { home }) => {
  const service = runningService(home);
  if (!service) return { running: false, version, protocolVersion: PROTOCOL_VERSION };
  return { ...started(service), version: service.version, protocolVersion: service.protocolVersion };
};

function started({ pid, port }: ServiceState): Started {
  return { running: true, pid, port };
}
