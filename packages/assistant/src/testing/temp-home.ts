import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty state folder, gone after the test. */
export async function tempHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'helve-assistant-'));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
  return home;
}
