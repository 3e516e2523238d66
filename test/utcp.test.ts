import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { openLoopback } from './kit/loopback.ts';
import { say } from './kit/said.ts';
import { call, config, giving, GREET, inText, manualOf, register, SAY } from './kit/utcp.ts';

describe('a manual', () => {
  it('of commands is registered, listed, searched, told of, called and forgotten', async () => {
    const sandbox = await openSandbox();
    expect(await register(sandbox, GREET)).toMatchObject({
      data: { name: 'greet', scope: 'user', tools: ['greet.call'], problems: [] },
    });
    expect(await say(sandbox, 'utcp', 'list')).toMatchObject({
      data: { manuals: [{ name: 'greet', type: 'cli', trusted: true, tools: ['greet.call'] }] },
    });
    expect(await say(sandbox, 'utcp', 'search', '--query', 'echo')).toMatchObject({
      data: { tools: [{ name: 'greet.call' }] },
    });
    expect(await say(sandbox, 'utcp', 'info', '--tool', 'greet.call')).toMatchObject({
      data: { protocol: 'cli', inputs: { required: ['word'] }, missingVariables: [] },
    });
    expect(await call(sandbox, 'greet.call', { word: '$(id)' })).toMatchObject({ data: { value: 'hello $(id)' } });
    expect(await say(sandbox, 'greet', 'call', '--word', 'you')).toMatchObject({ data: { value: 'hello you' } });
    expect(await say(sandbox, 'utcp', 'deregister', '--name', 'greet')).toMatchObject({ ok: true });
    expect(await say(sandbox, 'greet', 'call', '--word', 'you')).toMatchObject({ error: { code: 'UNKNOWN_COMMAND' } });
    expect(await say(sandbox, 'utcp', 'list')).toMatchObject({ data: { manuals: [] } });
  });

  it('that a command prints is found among log lines, once', async () => {
    const printed = JSON.stringify(manualOf(giving('one', 'uno')), null, 2);
    const sandbox = await openSandbox({ 'manual.txt': `starting up\n[info] ready\n${printed}\nbye\n` });
    const template = {
      name: 'noisy',
      call_template_type: 'cli',
      commands: [{ command: 'echo run >> runs; cat manual.txt' }],
      working_dir: sandbox.dir,
      allowed_communication_protocols: ['text'],
    };
    expect(await register(sandbox, template)).toMatchObject({
      data: { tools: ['noisy.one'] },
      warnings: ['noisy: there is other text around the manual'],
    });
    expect(await say(sandbox, 'noisy', 'one')).toMatchObject({ data: { value: 'uno' } });
    expect(await readFile(join(sandbox.dir, 'runs'), 'utf8')).toBe('run\n');
    await say(sandbox, 'utcp', 'list', '--refresh');
    expect(await readFile(join(sandbox.dir, 'runs'), 'utf8')).toBe('run\nrun\n');
  });

  it('in a file brings programs of ours only where that is allowed', async () => {
    const shout = {
      name: 'shout',
      tool_call_template: { call_template_type: 'cli', commands: [{ command: 'echo HI' }] },
    };
    const manual = JSON.stringify(manualOf(shout, giving('one', 'uno')));
    const sandbox = await openSandbox({ 'manual.json': manual });
    const file = ['utcp', 'register', '--file', 'manual.json'];
    expect(await say(sandbox, ...file, '--name', 'wary')).toMatchObject({
      data: {
        tools: ['wary.one'],
        problems: [expect.stringContaining('names cli: allow it when you register the manual')],
      },
    });
    expect(await say(sandbox, ...file, '--name', 'open', '--allow', '["cli"]')).toMatchObject({
      data: { tools: ['open.shout', 'open.one'], problems: [] },
    });
    expect(await say(sandbox, 'open', 'shout')).toMatchObject({ data: { value: 'HI' } });
    expect(await say(sandbox, ...file, '--name', 'odd', '--allow', '["clii"]')).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    });
  });

  it('in a file is read anew when the file changes', async () => {
    const sandbox = await openSandbox({ 'manual.json': JSON.stringify(manualOf(giving('one', 'uno'))) });
    expect(await say(sandbox, 'utcp', 'register', '--name', 'files', '--file', 'manual.json')).toMatchObject({
      data: { tools: ['files.one'] },
    });
    await writeFile(join(sandbox.dir, 'manual.json'), JSON.stringify(manualOf(giving('two', 'due'))));
    expect(await say(sandbox, 'files', 'two')).toMatchObject({ data: { value: 'due' } });
  });

  it('of a server is asked for once, and its tools are called over the network', async () => {
    const sandbox = await openSandbox();
    const server = await openLoopback();
    server.answers.set(
      '/utcp',
      JSON.stringify(
        manualOf({
          name: 'user.get',
          description: 'Get a user.',
          inputs: {
            type: 'object',
            properties: { id: { type: 'integer' }, deep: { type: 'boolean' } },
            required: ['id'],
          },
          tool_call_template: { call_template_type: 'http', url: `${server.url}/users/{id}` },
        }),
      ),
    );
    expect(await say(sandbox, 'utcp', 'register', '--name', 'site', '--url', `${server.url}/utcp`)).toMatchObject({
      data: { tools: ['site.user.get'] },
    });
    expect(await say(sandbox, 'site', 'user.get', '--id', '3', '--deep')).toMatchObject({
      data: { value: { method: 'GET', path: '/users/3?deep=true' } },
    });
    expect(await call(sandbox, 'site.user.get', { id: 'three' })).toMatchObject({
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('id') },
    });
    expect(server.asked.map(({ path }) => path)).toEqual(['/utcp', '/users/3?deep=true']);
  });

  it('may be an OpenAPI document', async () => {
    const sandbox = await openSandbox();
    const server = await openLoopback();
    server.answers.set(
      '/openapi.json',
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'Pets', version: '1' },
        servers: [{ url: '/v1' }],
        paths: {
          '/pets/{petId}': {
            get: {
              operationId: 'getPet',
              summary: 'Get a pet',
              parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
            },
          },
        },
      }),
    );
    await say(sandbox, 'utcp', 'register', '--name', 'pets', '--url', `${server.url}/openapi.json`);
    expect(await say(sandbox, 'pets', 'getPet', '--pet-id', 'a b')).toMatchObject({
      data: { value: { path: '/v1/pets/a%20b' } },
    });
    const validated = await say(sandbox, 'utcp', 'validate', '--content', server.answers.get('/openapi.json') ?? '');
    expect(validated).toMatchObject({ data: { kind: 'openapi', valid: true, findings: [] } });
  });

  it('is checked without running anything', async () => {
    const sandbox = await openSandbox();
    const evil = manualOf({
      name: 'evil',
      strange: 1,
      inputs: { type: 'object', properties: { code: { type: 'string' } } },
      tool_call_template: {
        call_template_type: 'cli',
        commands: [{ command: 'eval UTCP_ARG_code_UTCP_END; touch ran' }],
      },
    });
    expect(await say(sandbox, 'utcp', 'validate', '--content', JSON.stringify(evil))).toMatchObject({
      data: {
        kind: 'manual',
        valid: false,
        findings: [
          { level: 'warning', at: 'tools[0].strange' },
          {
            level: 'error',
            at: 'tools[0].tool_call_template.commands[0].command',
            message: 'UTCP_ARG_code_UTCP_END at character 6 is evaluated by eval',
          },
        ],
      },
    });
    expect(existsSync(join(sandbox.dir, 'ran'))).toBe(false);
  });
});

describe('a registration', () => {
  it('of a project stands in its file, and a name of the user hides it', async () => {
    const sandbox = await openSandbox({
      '.git/HEAD': '',
      'sub/x': '',
      'tools.json': JSON.stringify(manualOf(giving('one', 'tool'))),
    });
    await register(sandbox, inText('say', giving('word', 'of the project')), '--scope', 'project');
    await say(sandbox, 'utcp', 'register', '--name', 'files', '--file', 'tools.json', '--scope', 'project');
    expect(JSON.parse(await readFile(join(sandbox.dir, '.utcp_config.json'), 'utf8'))).toMatchObject({
      manual_call_templates: [{ name: 'say' }, { name: 'files', file_path: 'tools.json' }],
    });
    expect(await say(sandbox, '--cwd', 'sub', 'say', 'word')).toMatchObject({ data: { value: 'of the project' } });
    await register(sandbox, inText('say', giving('word', 'of the user')));
    expect(await say(sandbox, 'say', 'word')).toMatchObject({ data: { value: 'of the user' } });
    expect(await say(sandbox, 'utcp', 'deregister', '--name', 'say', '--scope', 'project')).toMatchObject({
      data: { scope: 'project' },
    });
    expect(await say(sandbox, 'utcp', 'deregister', '--name', 'say')).toMatchObject({ data: { scope: 'user' } });
    expect(await say(sandbox, 'say', 'word')).toMatchObject({ error: { code: 'UNKNOWN_COMMAND' } });
  });

  it('stands in the file that UTCP_CONFIG_FILE names, whose paths start there', async () => {
    const sandbox = await openSandbox({
      'etc/tools.json': JSON.stringify({
        load_variables_from: [{ variable_loader_type: 'dotenv', env_file_path: '.env' }],
      }),
      'etc/.env': 'say_WORD=from beside\n',
    });
    sandbox.env.UTCP_CONFIG_FILE = 'etc/tools.json';
    await register(sandbox, inText('say', SAY));
    expect(await say(sandbox, 'say', 'word')).toMatchObject({ data: { value: 'from beside' } });
    expect(await readdir(sandbox.home)).not.toContain('utcp_config.json');
    delete sandbox.env.UTCP_CONFIG_FILE;
    expect(await say(sandbox, 'say', 'word')).toMatchObject({ error: { code: 'UNKNOWN_COMMAND' } });
  });

  it.each([
    ['prints no manual', { call_template_type: 'cli', commands: [{ command: 'echo no manual' }] }, 'INVALID_INPUT'],
    ['fails', { call_template_type: 'cli', commands: [{ command: 'cat nowhere.json' }] }, 'IO_FAILED'],
    ['holds no manual', { call_template_type: 'text', content: 'no manual' }, 'INVALID_INPUT'],
    ['is of no protocol', { call_template_type: 'carrier_pigeon' }, 'INVALID_INPUT'],
    ['is not there', { call_template_type: 'file', file_path: 'nowhere.json' }, 'NOT_FOUND'],
    ['cannot be reached', { call_template_type: 'http', url: 'http://127.0.0.1:1/' }, 'UNAVAILABLE'],
  ])('of what %s is not remembered', async (_, template, code) => {
    const sandbox = await openSandbox();
    expect(await register(sandbox, { name: 'odd', ...template })).toMatchObject({ ok: false, error: { code } });
    expect(await readdir(sandbox.home)).not.toContain('utcp_config.json');
  });

  it('cannot take a name that is taken', async () => {
    const sandbox = await openSandbox();
    expect(await register(sandbox, inText('fs', giving('read', 'x')))).toMatchObject({
      error: { code: 'ALREADY_EXISTS', hint: expect.stringContaining('--name my_fs') },
    });
    await register(sandbox, inText('a-b', giving('one', 'uno')));
    expect(await register(sandbox, inText('a.b', giving('two', 'due')))).toMatchObject({
      error: { code: 'ALREADY_EXISTS', message: 'There is a manual a_b already' },
    });
    expect(await say(sandbox, 'utcp', 'deregister', '--name', 'a-b')).toMatchObject({ data: { name: 'a_b' } });
  });

  it('is not lost when several come at once, and only one gets a name', async () => {
    const sandbox = await openSandbox();
    const names = ['a', 'b', 'c', 'same', 'same'];
    const said = await Promise.all(
      names.map((name, index) => register(sandbox, inText(name, giving('n', `${index}`)))),
    );
    expect(said.filter(({ ok }) => ok)).toHaveLength(4);
    expect(said.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'ALREADY_EXISTS' } });
    const { data } = await say(sandbox, 'utcp', 'list');
    expect((data.manuals as { name: string }[]).map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'same']);
  });

  it('that is killed at any time leaves the file whole and the next one free', async () => {
    const sandbox = await openSandbox();
    const file = join(sandbox.home, 'utcp_config.json');
    const many = Array.from({ length: 300 }, (_, index) => giving(`tool${index}`, 'x'.repeat(1000)));
    await register(sandbox, inText('first', ...many));
    for (let round = 0; round < 12; round++) {
      const args = ['utcp', 'register', '--template', '-'];
      const child = spawn('helve', args, { cwd: sandbox.dir, env: sandbox.env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.on('error', () => {});
      child.stdin.end(JSON.stringify(inText(`round${round}`, ...many)));
      const exited = once(child, 'exit');
      // Killed once there is a sign that it writes, each time a little later in its work.
      const busy = async () => (await readdir(sandbox.home)).some((name) => name.startsWith('utcp_config.json.'));
      for (let looks = 0; child.exitCode === null && !(await busy()) && looks < 100_000; looks++);
      for (let looks = 0; looks < round; looks++) await busy();
      child.kill('SIGKILL');
      await exited;
      const { manual_call_templates: templates } = JSON.parse(await readFile(file, 'utf8'));
      expect(templates.length).toBeGreaterThan(0);
    }
    expect(await register(sandbox, inText('last', giving('one', 'uno')))).toMatchObject({ ok: true });
    const left = (await readdir(sandbox.home)).filter((name) => name.startsWith('utcp_config.json.'));
    expect(left).toEqual([]);
  });
});

describe('names', () => {
  it('of manuals that are there twice are told, and the first is used', async () => {
    const sandbox = await openSandbox();
    const twice = [inText('a', giving('one', 'uno')), inText('a', giving('two', 'due'))];
    await writeFile(join(sandbox.home, 'utcp_config.json'), config(...twice));
    expect(await say(sandbox, 'utcp', 'list')).toMatchObject({
      data: { manuals: [{ name: 'a', tools: ['a.one'] }] },
      warnings: [expect.stringContaining('there are several manuals a, of which only the first is used')],
    });
    expect(await say(sandbox, 'a', 'one')).toMatchObject({ data: { value: 'uno' } });
  });

  it('of manuals that modules of ours have lead to neither instead of the other', async () => {
    const sandbox = await openSandbox({ 'a.txt': 'ours\n' });
    await writeFile(
      join(sandbox.home, 'utcp_config.json'),
      config(inText('fs', giving('read', 'theirs')), inText('utcp_fs', giving('read', 'others'))),
    );
    expect(await say(sandbox, 'fs', 'read', '--path', 'a.txt')).toMatchObject({ data: { content: 'ours\n' } });
    expect(await call(sandbox, 'fs.read')).toMatchObject({ data: { value: 'theirs' } });
    expect(await call(sandbox, 'utcp_fs.read')).toMatchObject({ data: { value: 'others' } });
    expect(await say(sandbox, 'utcp_fs', 'read')).toMatchObject({ data: { value: 'theirs' } });
    expect(await say(sandbox, 'tool', 'call', '--tool', 'fs.read', '--params', '{"path":"a.txt"}')).toMatchObject({
      data: { source: 'helve', result: { content: 'ours\n' } },
    });
  });

  it('of tools may hold dots and what cannot stand on a line', async () => {
    const sandbox = await openSandbox();
    await register(
      sandbox,
      inText('odd', giving('a.b', 'dotted'), giving('get it!', 'loud'), giving('get_it_', 'plain')),
    );
    expect(await say(sandbox, 'odd', 'a.b')).toMatchObject({ data: { value: 'dotted' } });
    expect(await say(sandbox, 'odd', 'get_it_')).toMatchObject({ data: { value: 'plain' } });
    expect(await say(sandbox, 'odd', 'get_it__2')).toMatchObject({ data: { value: 'loud' } });
    expect(await call(sandbox, 'odd.get it!')).toMatchObject({ data: { value: 'loud' } });
    expect(await say(sandbox, 'tool', 'call', '--tool', 'odd.get it!')).toMatchObject({
      data: { result: { value: 'loud' } },
    });
    expect(await say(sandbox, 'tool', 'call', '--tool', 'odd.a.b')).toMatchObject({
      data: { result: { value: 'dotted' } },
    });
  });
});

it('takes a schema that leads back to itself', async () => {
  const sandbox = await openSandbox();
  const node = { type: 'object', properties: { value: { type: 'number' }, next: { $ref: '#/$defs/node' } } };
  const inputs = (definitions: object, name: string) => ({
    $defs: definitions,
    type: 'object',
    properties: { it: { $ref: `#/$defs/${name}` } },
  });
  const tree = { ...giving('tree', 'a tree'), inputs: inputs({ node }, 'node') };
  const loop = { ...giving('loop', 'a loop'), inputs: inputs({ loop: { $ref: '#/$defs/loop' } }, 'loop') };
  const registered = await register(sandbox, inText('odd', tree, loop));
  const grow = (value: unknown) => say(sandbox, 'odd', 'tree', '--it', JSON.stringify({ next: { next: { value } } }));
  expect(await grow(1)).toMatchObject({ data: { value: 'a tree' } });
  expect(await grow('one')).toMatchObject({
    error: { code: 'INVALID_INPUT', message: expect.stringContaining('it.next.next.value') },
  });
  // Nothing could be checked by the other, so it is no tool.
  expect(registered).toMatchObject({
    data: { tools: ['odd.tree'], problems: [expect.stringContaining('loop was left out')] },
  });
  expect(await say(sandbox, 'odd', 'loop', '--it', '1')).toMatchObject({ ok: false });
});
