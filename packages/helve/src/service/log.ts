import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

const MAX_BYTES = 1_000_000;

/**
 * Writes what happens in the service to service.log, one JSON object a line; the older half is in service.log.1, and what is
 * older still is gone. Never fails: a full disk must not stop the service. Never given what was asked or answered.
 */
export function openLog(home: string): Log {
  const file = join(home, 'service.log');
  let size = sizeOf(file);
  return (event, fields = {}) => {
    const line = `${JSON.stringify({ at: new Date().toISOString(), pid: process.pid, event, ...fields })}\n`;
    try {
      if (size + line.length > MAX_BYTES) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // There is nowhere to say so.
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
