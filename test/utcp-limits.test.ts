import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { say } from './kit/said.ts';
import { openServiceSandbox, readToken } from './kit/service.ts';
import { call, inText, register } from './kit/utcp.ts';

const tool = (name: string, tool_call_template: object, inputs: object = { type: 'object' }) => ({
  name,
  description: name,
  inputs,
  tool_call_template,
});

describe('a pattern of a schema', () => {
  it('that takes too long ends the call with an error', async () => {
    const sandbox = await openSandbox();
    const inputs = {
      type: 'object',
      properties: { x: { type: 'string', pattern: '^(a+)+$' }, y: { patternProperties: { '^(b|b)*$': {} } } },
    };
    await register(sandbox, inText('slow', tool('it', { call_template_type: 'text', content: 'ok' }, inputs)));
    const long = `${'a'.repeat(40)}!`;
    expect(await call(sandbox, 'slow.it', { x: long })).toMatchObject({
      error: { code: 'INVALID_PATTERN', message: "The pattern ^(a+)+$ of the tool's schema takes too long" },
    });
    expect(await say(sandbox, 'slow', 'it', '--x', long)).toMatchObject({ error: { code: 'INVALID_PATTERN' } });
    expect(await call(sandbox, 'slow.it', { y: { [`${'b'.repeat(40)}!`]: 1 } })).toMatchObject({
      error: { code: 'INVALID_PATTERN' },
    });
    expect(await call(sandbox, 'slow.it', { x: 'a'.repeat(40) })).toMatchObject({ data: { value: 'ok' } });
  });
});

describe('the value of a variable', () => {
  const SECRET = 'Hunter2IsSecret';

  /** A server that refuses every request, and repeats the header that it was given. */
  async function openEcho(): Promise<string> {
    const server = createServer((request, response) => {
      response.statusCode = 403;
      response.end(`refused ${String(request.headers['x-note'])}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('is in no error, whatever part of the template it is in', async () => {
    const sandbox = await openSandbox();
    const echo = await openEcho();
    const cli = (command: string, more: object = {}) => ({
      call_template_type: 'cli',
      commands: [{ command }],
      ...more,
    });
    const http = (url: string, more: object = {}) => ({ call_template_type: 'http', http_method: 'GET', url, ...more });
    const templates: Readonly<Record<string, object>> = {
      command: cli('echo ${WORD} >&2; exit 3'),
      environment: cli('echo "$T" >&2; exit 4', { env_vars: { T: '${WORD}' } }),
      folder: cli('pwd', { working_dir: 'no/${WORD}' }),
      header: http(`${echo}/e`, { headers: { 'x-note': '${WORD}' } }),
      path: http(`${echo}/\${WORD}/e`),
      host: http('http://${WORD}.invalid/e'),
      file: { call_template_type: 'file', file_path: '${WORD}.txt' },
    };
    const tools = Object.entries(templates).map(([name, template]) => tool(name, template));
    const allowed = { allowed_communication_protocols: ['cli', 'http', 'file', 'text'] };
    const manual = { ...inText('vars', ...tools), ...allowed };
    expect(await register(sandbox, manual)).toMatchObject({ ok: true });
    for (const name of Object.keys(templates)) {
      const { stdout, stderr } = await sandbox.run(
        'env',
        [`vars_WORD=${SECRET}`, 'helve', 'utcp', 'call', '--tool', `vars.${name}`, '--json'],
        '',
      );
      const shown = stdout + stderr;
      expect([name, shown.includes('"ok":false'), shown.toLowerCase().includes(SECRET.toLowerCase())]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });
});

describe('a number that cannot be exact', () => {
  it.each(['9007199254740993.0', '9.007199254740993e15', '1e400'])('is refused on every way in: %s', async (number) => {
    const sandbox = await openSandbox();
    const inputs = { type: 'object', properties: { n: { type: 'number' }, o: { type: 'object' } } };
    await register(sandbox, inText('num', tool('it', { call_template_type: 'text', content: 'ok' }, inputs)));
    const refused = { error: { code: 'INVALID_INPUT', message: expect.stringContaining(number) } };
    expect(await say(sandbox, 'num', 'it', '--n', number)).toMatchObject(refused);
    expect(await say(sandbox, 'num', 'it', '--o', `{"a":[${number}]}`)).toMatchObject(refused);
    expect(await say(sandbox, 'utcp', 'call', '--tool', 'num.it', '--args', `{"n":${number}}`)).toMatchObject(refused);
  });

  it('is refused by the service', async () => {
    const sandbox = await openServiceSandbox({ 'a.txt': 'alpha\n' });
    await sandbox.start();
    const { port = 0 } = await sandbox.status();
    const headers = { authorization: `Bearer ${await readToken(sandbox.home)}` };
    const url = `http://127.0.0.1:${port}/utcp/fs/read?cwd=${encodeURIComponent(sandbox.dir)}`;
    const ask = async (body: string) => (await fetch(url, { method: 'POST', body, headers })).json();
    expect(JSON.stringify(await ask('{"path":"a.txt","limit":9007199254740993.0}'))).toContain('9007199254740993.0');
    expect(JSON.stringify(await ask('{"path":"a.txt","limit":1}'))).toContain('alpha');
  });
});

describe('a fifo in the place of a file', () => {
  it('is refused', async () => {
    const sandbox = await openSandbox();
    await sandbox.run('mkfifo', ['fifo']);
    const refused = { error: { code: 'NOT_A_FILE', message: expect.stringContaining('fifo') } };
    expect(await say(sandbox, 'utcp', 'validate', '--file', 'fifo')).toMatchObject(refused);
    expect(await say(sandbox, 'utcp', 'register', '--name', 'x', '--file', 'fifo')).toMatchObject(refused);
  });

  it.each(['.mcp.json', '.utcp_config.json'])('ends no command with %s', async (name) => {
    const sandbox = await openSandbox();
    await sandbox.run('mkfifo', [name]);
    const said = await say(sandbox, ...(name === '.mcp.json' ? ['mcp', 'tools'] : ['utcp', 'list']));
    expect(JSON.stringify(said)).toContain('fifo');
    expect(await say(sandbox, 'fs', 'list')).toMatchObject({ ok: true });
  });
});

describe('a schema', () => {
  it('of several parts, or of patterns, takes the arguments that it describes', async () => {
    const sandbox = await openSandbox();
    const template = { call_template_type: 'text', content: 'ok' };
    const parts = { type: 'object', allOf: [{ properties: { v: { type: 'string' } }, required: ['v'] }] };
    const patterns = { type: 'object', patternProperties: { '^v$': { type: 'integer' } }, additionalProperties: false };
    await register(sandbox, inText('odd', tool('parts', template, parts), tool('patterns', template, patterns)));
    expect(await call(sandbox, 'odd.parts', { v: 'a' })).toMatchObject({ data: { value: 'ok' } });
    expect(await say(sandbox, 'odd', 'parts', '--v', 'a')).toMatchObject({ data: { value: 'ok' } });
    expect(await call(sandbox, 'odd.parts', {})).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(await call(sandbox, 'odd.patterns', { v: 1 })).toMatchObject({ data: { value: 'ok' } });
    expect(await call(sandbox, 'odd.patterns', { w: 1 })).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  it('with a misspelt keyword or an unknown version gets a finding', async () => {
    const sandbox = await openSandbox();
    const inputs = {
      $schema: 'https://example.com/mine',
      type: 'object',
      properties: { minLenght: { type: 'string', minLenght: 3 } },
    };
    const content = JSON.stringify({ tools: [tool('a', { call_template_type: 'text', content: 'ok' }, inputs)] });
    expect(await say(sandbox, 'utcp', 'validate', '--content', content)).toMatchObject({
      data: {
        valid: true,
        findings: [
          { level: 'warning', at: 'tools[0].inputs.$schema' },
          { level: 'warning', at: 'tools[0].inputs.properties.minLenght.minLenght', hint: 'Did you mean minLength?' },
        ],
      },
    });
  });
});

it('a server that hangs is waited for once, and later lists report it at once', async () => {
  const sandbox = await openSandbox({}, { mcpServers: { hangs: { command: 'sleep', args: ['60'] } } });
  const problemOf = async () => JSON.stringify(await say(sandbox, 'mcp', 'tools'));
  expect(await problemOf()).toContain('is still starting');
  expect(await problemOf()).toContain('did not start in time a short while ago');
});
