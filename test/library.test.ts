import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';

const LIBRARY = join(import.meta.dirname, '../packages/helve/dist/index.cjs');

it.each([
  ['require', `const { runLine } = require(${JSON.stringify(LIBRARY)});`, []],
  ['import', `import { runLine } from ${JSON.stringify(LIBRARY)};`, ['--input-type=module']],
])('runs lines in a program that uses %s', async (_, load, flags) => {
  const { dir, env } = await openSandbox({ 'package.json': '{"name":"x"}' });
  const program = `${load}
    runLine('codebolt fs read --path "./package.json"').then((result) => console.log(JSON.stringify(result)));`;
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', program], { cwd: dir, env });
  expect(JSON.parse(stdout)).toMatchObject({
    llmContent: '{"name":"x"}',
    returnDisplay: 'package.json, lines 1-1',
    data: { bytes: 12 },
  });
});
