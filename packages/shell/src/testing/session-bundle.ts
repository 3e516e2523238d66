import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';

export interface SessionProcess {
  readonly cwd: string;
  readonly home: string;
  /** What to run, by session id. */
  readonly commands: Readonly<Record<string, string>>;
}

/** Makes the script that `node` runs to be a SessionProcess; gone when the test is over. */
export async function bundleSessions(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'helve-bundle-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const nodePty = createRequire(import.meta.url).resolve('@lydell/node-pty');
  const bundle = await rolldown({
    input: { sessions: fileURLToPath(new URL('session-process.ts', import.meta.url)) },
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'], alias: { '@lydell/node-pty': nodePty } },
    external: [/^node:/, nodePty],
  });
  await bundle.write({ dir, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' });
  await bundle.close();
  return join(dir, 'sessions.cjs');
}
