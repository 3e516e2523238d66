import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import type { CallTemplate } from '../../manual-format.ts';

export interface CallProcess {
  readonly root: string;
  readonly home: string;
  readonly template: CallTemplate;
}

/** Makes the script that `node` runs to be a CallProcess; gone when the test is over. */
export async function bundleCall(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'helve-bundle-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: { call: fileURLToPath(new URL('call-process.ts', import.meta.url)) },
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: [/^node:/],
  });
  await bundle.write({ dir, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' });
  await bundle.close();
  return join(dir, 'call.cjs');
}
