import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '@helve/command';
import type { Confinement } from '@helve/command';
import type { Host } from '../protocol.ts';
import type { ScriptFiles } from './bash-script.ts';

/**
 * The files of one call, in a folder that calls share: to make and remove one for each costs more than a small step. A
 * confined call has a folder of its own, and sees nothing of the others.
 */
export interface CallFiles extends ScriptFiles {
  /** What the call's programs are confined to, with its folder. */
  readonly confinement: Confinement | undefined;
  remove(): void;
}

export function openCallFiles(
  data: Buffer,
  stepCount: number,
  { home, now, confinement }: Pick<Host, 'home' | 'now' | 'confinement'>,
): CallFiles {
  const shared = join(home, 'utcp', 'calls');
  prepare(shared, now());
  const base = join(shared, randomUUID());
  if (confinement) mkdirSync(base, { mode: 0o700 });
  const name = confinement ? join(base, 'call') : base;
  const files: ScriptFiles = {
    data: `${name}.data`,
    stdout: (step) => `${name}.${step}.out`,
    stderr: (step) => `${name}.${step}.err`,
  };
  writeFileSync(files.data, data, { mode: 0o600, flag: 'wx' });
  return {
    ...files,
    confinement: confinement && {
      ...confinement,
      writable: [...confinement.writable, base],
      shown: [...confinement.shown, base],
    },
    remove: () => {
      if (confinement) {
        rmSync(base, { recursive: true, force: true });
        return;
      }
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
  makeFolderSync(folder, 0o700);
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
