import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BINARY, openSandbox } from './kit/helve.ts';

const BEFORE = Buffer.from('caf\xe9\nl\xfcfter\n\xff end\n', 'latin1');
const AFTER = Buffer.from('caf\xe9\nL\xdcFTER \xc3\nna\xefve\n\xff end\n', 'latin1');

it('fs patch applies the bytes of a patch that is not UTF-8, from a file and from standard input', async () => {
  const { dir, helve, run } = await openSandbox();
  const file = join(dir, 'latin.txt');
  await writeFile(file, BEFORE);
  await run('git', ['init', '-q']);
  await run('git', ['add', '.']);
  await writeFile(file, AFTER);
  await run('bash', ['-c', 'git diff > change.diff && git checkout -q latin.txt']);
  expect(JSON.parse((await helve(['fs', 'patch', '--patch', '@change.diff'])).stdout)).toMatchObject({ ok: true });
  expect(await readFile(file)).toEqual(AFTER);
  const patched = await run('bash', [
    '-c',
    `"${process.execPath}" "${BINARY}" fs patch --patch - --reverse < change.diff`,
  ]);
  expect(JSON.parse(patched.stdout)).toMatchObject({ ok: true });
  expect(await readFile(file)).toEqual(BEFORE);
});

it.each(['--- a/caf\xe9.txt\n+++ b/caf\xe9.txt\n', '--- "a/caf\\351.txt"\n+++ "b/caf\\351.txt"\n'])(
  'fs patch refuses a file name that is not UTF-8: %j',
  async (header) => {
    const { dir, helve } = await openSandbox();
    await writeFile(join(dir, 'change.diff'), Buffer.from(`${header}@@ -1 +1 @@\n-a\n+b\n`, 'latin1'));
    expect(JSON.parse((await helve(['fs', 'patch', '--patch', '@change.diff'])).stdout)).toMatchObject({
      error: {
        code: 'INVALID_ENCODING',
        message: 'The patch names a file whose name is not UTF-8 (in Latin-1: caf\xe9.txt)',
      },
    });
  },
);

it.each(['-', '@latin.txt'])('other values that are not UTF-8 are refused: %s', async (content) => {
  const { dir, run } = await openSandbox();
  await writeFile(join(dir, 'latin.txt'), BEFORE);
  const line = `"${process.execPath}" "${BINARY}" fs write --path new.txt --content ${content} < latin.txt`;
  expect(JSON.parse((await run('bash', ['-c', line])).stdout)).toMatchObject({ error: { code: 'INVALID_ENCODING' } });
});
