import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Holder } from './lock.ts';

/** What a running service tells those who look for it. */
export interface ServiceState extends Holder {
  readonly port: number;
  readonly version: string;
  readonly protocolVersion: number;
}

/** The state that was written last; the service it tells of may be gone. */
export function readState(home: string): ServiceState | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(home), 'utf8')) as ServiceState;
  } catch {
    return undefined;
  }
}

/** In one line, because shells read it too. */
export function writeState(home: string, state: ServiceState): void {
  const temporary = `${stateFile(home)}.${state.pid}`;
  writeFileSync(temporary, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(temporary, stateFile(home));
}

/** Removes the state of that service, and of no other. */
export function removeState(home: string, { pid, identity }: Holder): void {
  const state = readState(home);
  if (state?.pid === pid && state.identity === identity) rmSync(stateFile(home), { force: true });
}

function stateFile(home: string): string {
  return join(home, 'service.json');
}
