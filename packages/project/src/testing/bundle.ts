import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll } from 'vitest';

export interface CommandsProcess {
  readonly cwd: string;
  readonly home: string;
  readonly calls: readonly (readonly [path: string, input: object])[];
  readonly forever?: boolean;
}

/** Makes the script that `node` runs to be a CommandsProcess; gone when the tests of the file are over. */
export async function bundleCommands(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'helve-bundle-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const bundle = await rolldown({
    input: { commands: fileURLToPath(new URL('commands-process.ts', import.meta.url)) },
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: [/^node:/, /^@vscode\/ripgrep/],
  });
  await bundle.write({ dir, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' });
  await bundle.close();
  return join(dir, 'commands.cjs');
}
