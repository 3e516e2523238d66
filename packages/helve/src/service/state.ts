import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularText } from '@helve/command';
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
    return JSON.parse(readRegularText(stateFile(home))) as ServiceState;
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

/** Whether the state that was written last is of that service. */
export function isStateOf(home: string, { pid, identity }: Holder): boolean {
  const state = readState(home);
  return state?.pid === pid && state.identity === identity;
}

/** Removes the state of that service, and of no other. */
export function removeState(home: string, service: Holder): void {
  if (isStateOf(home, service)) rmSync(stateFile(home), { force: true });
}

function stateFile(home: string): string {
  return join(home, 'service.json');
}
