import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../protocol.ts';
import type { ScriptFiles } from './bash-script.ts';

/** The files of one call, in a folder that calls share: to make and remove one for each costs more than a small step. */
export interface CallFiles extends ScriptFiles {
  remove(): void;
}

export function openCallFiles(data: Buffer, stepCount: number, { home, now }: Pick<Host, 'home' | 'now'>): CallFiles {
  const folder = join(home, 'utcp', 'calls');
  prepare(folder, now());
  const base = join(folder, randomUUID());
  const files: ScriptFiles = {
    data: `${base}.data`,
    stdout: (step) => `${base}.${step}.out`,
    stderr: (step) => `${base}.${step}.err`,
  };
  writeFileSync(files.data, data, { mode: 0o600, flag: 'wx' });
  return {
    ...files,
    remove: () => {
      removeFile(files.data);
      for (let step = 0; step < stepCount; step++) {
        removeFile(files.stdout(step));
        removeFile(files.stderr(step));
      }
    },
  };
}

const SWEEP_MS = 60 * 60 * 1000;
const ABANDONED_MS = 24 * SWEEP_MS;
const swept = new Map<string, number>();

/** Makes the folder, and looks for what was left in it: not at every call, for calls are short. */
function prepare(folder: string, now: number): void {
  const before = swept.get(folder);
  if (before !== undefined && now - before < SWEEP_MS && existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeAbandoned(folder, now);
  swept.set(folder, now);
}

/** What a process that was killed left behind. */
function removeAbandoned(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && now - found.mtimeMs > ABANDONED_MS) rmSync(file, { recursive: true, force: true });
  }
}

function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Its step was not begun, or it has become a spill.
  }
}
