/** What a process costs before and after the work that it is started for. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, ratio, takeTurns } from './measure.mjs';

export async function startRows() {
  const folder = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const file = join(folder, 'small.json');
  await writeFile(file, '{"a":1}\n');
  const helve = (...args) =>
    program(process.execPath, ['packages/helve/dist/helve.cjs', ...args], {
      env: { ...process.env, HELVE_HOME: folder },
    });
  const [node, version, read] = await takeTurns(
    [program(process.execPath, ['-e', '0']), helve('--version'), helve('fs', 'read', '--path', file)],
    80,
  );
  await rm(folder, { recursive: true });
  return [
    ratio('helve --version', 'node -e 0', [version, node], 1.35),
    ratio('helve fs read, small file', 'node -e 0', [read, node], 1.35),
  ];
}
