import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll } from 'vitest';

export interface ExecProcess {
  readonly cwd: string;
  readonly home: string;
  /** Inputs to run first, for what is different in the first run of a process: it loads code, for one. */
  readonly before: readonly object[];
  readonly input: object;
}

/** Makes the script that `node` runs to be an ExecProcess; gone when the tests of the file are over. */
export async function bundleExec(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'helve-bundle-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: { exec: fileURLToPath(new URL('exec-process.ts', import.meta.url)) },
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: [/^node:/, /^@lydell\/node-pty/],
  });
  await bundle.write({ dir, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' });
  await bundle.close();
  return join(dir, 'exec.cjs');
}
