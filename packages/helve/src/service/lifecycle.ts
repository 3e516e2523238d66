import { call, CommandError, worded } from '@helve/command';
import { ensureToken, identityOf } from '@helve/settings';
import { type Holder, lockHolder } from './lock.ts';
import { readState, removeState, type ServiceState } from './state.ts';
import { tokenFile } from './token.ts';

/** The service of a home that can be called, if there is one. */
export function runningService(home: string): ServiceState | undefined {
  const holder = lockHolder(home);
  return holder && stateOf(home, holder);
}

/** Starts the service of a home unless it runs; whoever else does so at the same time gets the same one. */
export async function startService(home: string, port?: number): Promise<ServiceState> {
  ensureToken(tokenFile(home));
  for (;;) {
    const holder = lockHolder(home);
    if (!holder) {
      const { launch } = await import('./launch.ts');
      const report = await launch(home, port);
      if ('failed' in report) throw failed(`The service could not start: ${report.failed}`, home, report.hint);
      continue;
    }
    const state = await waitFor(
      () => stateOf(home, holder),
      () => !isAlive(holder),
      START_MS,
    );
    if (state) return checkPort(state, port);
    if (isAlive(holder)) throw failed(`The service (process ${holder.pid}) does not come up`, home);
  }
}

/** Stops the service of a home, if there is one: it is asked first, and made to when it does not listen. */
export async function stopService(home: string, patienceMs = STOP_MS): Promise<void> {
  const holder = lockHolder(home);
  if (!holder) {
    const left = readState(home);
    if (left) removeState(home, left);
    return;
  }
  signal(holder, 'SIGTERM');
  if (!(await endOf(holder, patienceMs))) {
    signal(holder, 'SIGKILL');
    if (!(await endOf(holder, KILL_MS))) throw failed(`The service (process ${holder.pid}) cannot be killed`, home);
  }
  removeState(home, holder);
}

/** Waits until a service is gone, if it goes. */
export async function endOf(service: Holder, patienceMs = STOP_MS): Promise<boolean> {
  const gone = await waitFor(
    () => !isAlive(service),
    () => false,
    patienceMs,
  );
  return gone === true;
}

const START_MS = 20_000;
const STOP_MS = 12_000;
const KILL_MS = 5_000;
const STEP_MS = 15;

function stateOf(home: string, holder: Holder): ServiceState | undefined {
  const state = readState(home);
  return state?.pid === holder.pid && state.identity === holder.identity ? state : undefined;
}

/** A service that runs cannot be moved without ending what it keeps. */
function checkPort(service: ServiceState, wanted: number | undefined): ServiceState {
  if (wanted === undefined || wanted === 0 || wanted === service.port) return service;
  throw new CommandError('SERVICE_FAILED', `The service runs already, on port ${service.port}`, {
    hint: worded`To move it, which ends what it keeps: ${call('service restart', { port: wanted })}`,
    retry: 'never',
    details: { pid: service.pid, port: service.port },
  });
}

function isAlive({ pid, identity }: Holder): boolean {
  return identityOf(pid) === identity;
}

function signal(holder: Holder, name: NodeJS.Signals): void {
  try {
    if (isAlive(holder)) process.kill(holder.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** What the probe gives once it gives something, unless that has become hopeless or takes too long. */
async function waitFor<Value>(
  probe: () => Value | undefined | false,
  hopeless: () => boolean,
  limitMs: number,
): Promise<Value | undefined> {
  const until = Date.now() + limitMs;
  for (;;) {
    const last = hopeless() || Date.now() > until;
    const found = probe();
    if (found !== undefined && found !== false) return found;
    if (last) return undefined;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

function failed(message: string, home: string, hint?: string): CommandError {
  return new CommandError('SERVICE_FAILED', message, {
    hint: hint ?? worded`See ${home}/service.log, or try: ${call('service restart')}`,
    retry: 'conditional',
  });
}
