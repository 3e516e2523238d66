import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularText } from '@helve/command';

/** Where the service of a home listened last, also when it was stopped since. */
export function readLastPort(home: string): number | undefined {
  try {
    const port = Number(readRegularText(file(home)));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

export function writeLastPort(home: string, port: number): void {
  writeFileSync(file(home), `${port}\n`, { mode: 0o600 });
}

function file(home: string): string {
  return join(home, 'service.port');
}
