import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Confinement, readTextIfAny } from '@helve/command';
import { onTestFinished } from 'vitest';

/** A read-only project, whose sandbox cannot be set up the first times. */
export interface VanishingSocket {
  readonly project: string;
  readonly confinement: Confinement;
  /** A shell command that counts how often it runs. */
  readonly command: string;
  /** What the command has written, and how often a sandbox was planned. */
  readonly runs: () => { readonly written: string; readonly plans: number };
}

/**
 * A socket of the outside that is there while a sandbox is planned, and gone when it is set up. Nothing can be mounted
 * over it then. Planning reads `sockets` right before it looks for sockets, and `shown` afterwards.
 */
export function vanishingSocket(times: number): VanishingSocket {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'helve-vanishing-')));
  const writable = join(project, 'written');
  const path = join(project, 'socket');
  mkdirSync(writable);
  onTestFinished(() => rmSync(project, { recursive: true }));
  let plans = 0;
  const confinement: Confinement = {
    project,
    writable: [writable],
    readOnly: [],
    guarded: [],
    hidden: [],
    keepTemp: false,
    network: 'closed',
    get sockets() {
      plans += 1;
      if (plans <= times) {
        const server = createServer().listen(path);
        onTestFinished(() => void server.close());
      }
      return [];
    },
    get shown() {
      rmSync(path, { force: true });
      return [];
    },
  };
  return {
    project,
    confinement,
    command: 'echo x >> written/runs; echo ran',
    runs: () => ({ written: readTextIfAny(join(writable, 'runs')) ?? '', plans }),
  };
}
