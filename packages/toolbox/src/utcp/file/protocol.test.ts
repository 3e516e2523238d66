import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testCall, testHost } from '../network/testing.ts';
import { fileProtocol } from './protocol.ts';

async function folder(files: Record<string, string>): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'helve-')));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'in'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  return root;
}

const template = (file_path: string) => ({ call_template_type: 'file', file_path });

test.each([
  ['manual.json', '{"tools":[{"name":"a","tool_call_template":{"call_template_type":"file","file_path":"x"}}]}'],
  ['manual.yaml', 'tools:\n  - name: a\n    tool_call_template: {call_template_type: file, file_path: x}\n'],
  ['api.yaml', 'openapi: 3.0.0\nservers: [{url: "https://a.example"}]\npaths: {/a: {get: {operationId: a}}}\n'],
])('a manual is read from %s', async (name, text) => {
  const root = await folder({ [name]: text });
  expect((await fileProtocol.discover(template(name), testHost({ root }))).tools).toMatchObject([{ name: 'a' }]);
});

test('a call gives what is in the file', async () => {
  const root = await folder({ 'in/x.txt': 'hello' });
  const result = await fileProtocol.call(testCall(template('in/x.txt')), testHost({ root }));
  expect(result).toEqual({ value: 'hello', detail: { path: join(root, 'in/x.txt') } });
});

test('a call reads nothing outside the folder of the manual, not even through a link', async () => {
  const outside = await folder({ 'secret.txt': 'hush' });
  const root = join(outside, 'in');
  await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
  for (const path of ['../secret.txt', join(outside, 'secret.txt'), 'link.txt']) {
    await expect(fileProtocol.call(testCall(template(path)), testHost({ root }))).rejects.toMatchObject({
      code: 'OUTSIDE_ROOTS',
    });
  }
});

test.each([
  ['gone.txt', 'NOT_FOUND'],
  ['in', 'NOT_A_FILE'],
  ['', 'INVALID_INPUT'],
])('%j is %s', async (path, code) => {
  const root = await folder({});
  await expect(fileProtocol.call(testCall(template(path)), testHost({ root }))).rejects.toMatchObject({ code });
});

test('a file that is too large is not read', async () => {
  const root = await folder({ 'big.txt': 'x'.repeat(11 * 1024 * 1024) });
  await expect(fileProtocol.call(testCall(template('big.txt')), testHost({ root }))).rejects.toMatchObject({
    code: 'TOO_LARGE',
  });
});

test('a template is checked', () => {
  expect(fileProtocol.check?.({ call_template_type: 'file', path: 'x' }, 't').map(({ at }) => at)).toEqual([
    't.path',
    't.file_path',
  ]);
});
