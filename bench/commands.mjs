/** What a command costs inside a process that runs many. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { program, takeTurns } from './measure.mjs';
import { loadSource } from './source.mjs';

export async function commandRows() {
  return [await parseRow(), await batchRow()];
}

/** Lines of different kinds, as agents write them. */
const LINES = [
  'codebolt fs read --path "./package.json"',
  'helve fs list --path "./src" --recursive',
  `helve fs read-many --paths ["package.json","tsconfig.json"]`,
  'helve git commit --message "docs: add pseudo cli reference"',
  `helve fs grep --query 'export (async )?function \\w+' --path src --include '*.ts' --context 2`,
  'helve fs read --path src/index.ts --offset 10 --limit 50 --line-numbers',
];

async function parseRow() {
  const { createRegistry, parseLine } = await loadSource();
  const registry = createRegistry();
  const batch = 20_000;
  const parseAll = async () => {
    for (let index = 0; index < batch; index++) await parseLine(registry, LINES[index % LINES.length]);
  };
  const [milliseconds] = await takeTurns([parseAll], 9);
  const value = (batch / milliseconds) * 1000;
  return {
    name: 'parse a line',
    value,
    unit: 'lines/s',
    against: '-',
    atLeast: 50_000,
    detail: `${((milliseconds / batch) * 1000).toFixed(1)} us each`,
  };
}

async function batchRow() {
  const folder = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const count = 1000;
  const batch = program(process.execPath, ['packages/helve/dist/helve.cjs', 'batch'], {
    input: 'helve fs stat --path package.json\n'.repeat(count),
    env: { ...process.env, HELVE_HOME: folder },
  });
  const started = performance.now();
  const [milliseconds] = await takeTurns([batch], 9);
  await rm(folder, { recursive: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return {
    name: 'batch of 1,000 fs stat',
    value: milliseconds / count,
    unit: 'ms each',
    against: '-',
    atMost: 1,
    detail: `${milliseconds.toFixed(0)} ms with the start of the process, ${seconds} s measured`,
  };
}
