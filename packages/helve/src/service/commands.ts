/** What the lifecycle commands do, in the words of their contract. */
import { type Context, type Run, validate } from '@helve/command';
import { version } from '../../package.json';
import { currentService } from './current.ts';
import { forward } from './forward.ts';
import { runningService, stopService } from './lifecycle.ts';
import { tryPort } from './listen.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import type { ServiceState } from './state.ts';

interface StartInput {
  readonly port?: number | undefined;
}

interface Running {
  readonly running: true;
  readonly pid: number;
  readonly port: number;
}

interface Started extends Running {
  /** For the extension of a browser, once. */
  readonly pairingCode: string;
  readonly pairingExpiresAt: number;
}

export const start: Run<StartInput, Started> = async ({ port }, context) => {
  const { service, warning } = await currentService(context.place.home, port);
  if (warning !== undefined) context.warn(warning);
  return { ...running(service), ...(await pairingCode(context)) };
};

export const stop: Run<object, { running: false }> = async (_, { place: { home } }) => {
  await stopService(home);
  return { running: false };
};

export const restart: Run<StartInput, Started> = async (input, context) => {
  const {
    place: { home },
  } = context;
  const { port } = input;
  // What the service keeps must not end for a port that cannot be had.
  if (port !== undefined && port !== runningService(home)?.port) await tryPort(port);
  await stopService(home);
  return start(input, context);
};

interface Status extends Partial<Omit<Running, 'running'>> {
  readonly running: boolean;
  readonly version: string;
  readonly protocolVersion: number;
}

export const status: Run<object, Status> = async (_, { place: { home } }) => {
  const service = runningService(home);
  if (!service) return { running: false, version, protocolVersion: PROTOCOL_VERSION };
  return { ...running(service), version: service.version, protocolVersion: service.protocolVersion };
};

/** Asks the service itself, which keeps the codes. */
async function pairingCode(context: Context): Promise<Pick<Started, 'pairingCode' | 'pairingExpiresAt'>> {
  const command = await (await context.registry()).get('browser pair');
  const { input } = await validate(command, {});
  const { data } = await forward(command, input, context);
  const { pairingCode, pairingExpiresAt } = data as Started;
  return { pairingCode, pairingExpiresAt };
}

function running({ pid, port }: ServiceState): Running {
  return { running: true, pid, port };
}
