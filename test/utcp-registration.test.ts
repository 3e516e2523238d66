import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';

const tool = (name: string, inputs: object, command: string, more: object = {}) => ({
  name,
  description: `Does ${name}`,
  inputs,
  tool_call_template: { call_template_type: 'cli', commands: [{ command }], ...more },
});
const INPUTS = { type: 'object', properties: { x: { type: 'string' } } };
const ALLOW = ['--allow', '["cli"]'];

async function openManual(...tools: readonly object[]) {
  const sandbox = await openSandbox();
  await writeFile(join(sandbox.dir, 'm.json'), JSON.stringify({ tools }));
  const register = async (...more: readonly string[]) => {
    const { stdout } = await sandbox.helve(['utcp', 'register', '--name', 'm', '--file', 'm.json', ...more]);
    return JSON.parse(stdout);
  };
  return { ...sandbox, register };
}

it('utcp register replaces a manual with --replace only', async () => {
  const { register } = await openManual(tool('a', INPUTS, 'echo hi'));
  expect(await register(...ALLOW)).toMatchObject({ ok: true, data: { replaced: false } });
  expect(await register(...ALLOW)).toMatchObject({ ok: false, error: { code: 'ALREADY_EXISTS' } });
  expect(await register(...ALLOW, '--replace')).toMatchObject({ ok: true, data: { replaced: true, tools: ['m.a'] } });
});

it('utcp register explains why a manual has no tools', async () => {
  const { register } = await openManual(tool('a', INPUTS, 'echo hi'));
  expect(await register()).toMatchObject({
    error: {
      message: expect.stringContaining('has no tools'),
      hint: expect.stringContaining('allow it when you register the manual'),
    },
  });
});

it('utcp register leaves out a tool whose schema cannot be read, and tells where', async () => {
  const bad = { type: 'object', properties: { x: { type: 'string', pattern: '[' } } };
  const { register } = await openManual(tool('good', INPUTS, 'echo hi'), tool('bad', bad, 'echo hi'));
  expect(await register(...ALLOW)).toMatchObject({
    data: { tools: ['m.good'], problems: [expect.stringContaining('tools[1].inputs.properties.x.pattern')] },
  });
});

it('the timeout of a template applies to a tool that is called as a command', async () => {
  const { register, helve } = await openManual(tool('slow', INPUTS, 'sleep 60', { timeout_ms: 100 }));
  await register(...ALLOW);
  const { stdout } = await helve(['m', 'slow']);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
});

it('whole numbers beyond 2^53 are refused in arguments and exact in results', async () => {
  const number = { type: 'object', properties: { n: { type: 'integer' } } };
  const { register, helve } = await openManual(tool('n', number, `echo '{"id": 9007199254740993, "small": 1}'`));
  await register(...ALLOW);
  const answer = async (...args: readonly string[]) => JSON.parse((await helve(args)).stdout);
  expect(await answer('m', 'n')).toMatchObject({ data: { value: { id: '9007199254740993', small: 1 } } });
  for (const args of [
    ['m', 'n', '--n', '9007199254740993'],
    ['utcp', 'call', '--tool', 'm.n', '--args', '{"n":9007199254740993}'],
  ]) {
    expect(await answer(...args)).toMatchObject({ error: { message: expect.stringContaining('9007199254740993') } });
  }
});

it('help shows the fields of an argument that is an object', async () => {
  const body = {
    type: 'object',
    properties: { title: { type: 'string' }, count: { type: 'integer' } },
    required: ['title'],
  };
  const inputs = { type: 'object', properties: { body }, required: ['body'] };
  const { register, helve } = await openManual(tool('post', inputs, 'echo UTCP_ARG_body_UTCP_END'));
  await register(...ALLOW);
  const { stdout } = await helve(['help', 'm', 'post']);
  expect(stdout).toContain('Fields: title: string, count?: integer');
  expect(stdout).toContain(`--body '{"title":"TEXT"}'`);
});
