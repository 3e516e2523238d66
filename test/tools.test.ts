import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from './kit/mcp.ts';
import { type Said, say } from './kit/said.ts';
import { openServiceSandbox, type ServiceSandbox } from './kit/service.ts';

const MEMORY = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');
const ODD = join(import.meta.dirname, '../packages/toolbox/src/mcp/testing/odd-server.mjs');

const memory = { command: process.execPath, args: [MEMORY], env: { MEMORY_FILE_PATH: '${HELVE_HOME}/memory.jsonl' } };

const cli = (name: string, command: string) => ({ name, call_template_type: 'cli', commands: [{ command }] });

/** A home where tools of a manual and of a server are registered and known, and then these rules hold. */
async function openHome(permissions: object, servers: object = { memory }): Promise<ServiceSandbox> {
  const sandbox = await openServiceSandbox({}, { mcpServers: servers });
  const templates = [
    cli('greet', 'touch greeted; echo hello UTCP_ARG_word_UTCP_END'),
    { ...cli('fetch', 'touch fetched; curl -s -- UTCP_ARG_url_UTCP_END'), working_dir: sandbox.dir },
  ];
  await writeFile(join(sandbox.home, 'utcp_config.json'), JSON.stringify({ manual_call_templates: templates }));
  await say(sandbox, 'tool', 'list');
  await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify({ mcpServers: servers, permissions }));
  return sandbox;
}

/** Every way to call a tool: its module, its action, and its arguments. */
const WAYS: Readonly<
  Record<string, (sandbox: ServiceSandbox, tool: readonly [string, string], args: Arguments) => Promise<Said>>
> = {
  'its own command': (sandbox, tool, args) => say(sandbox, ...tool, ...flags(args)),
  'the line': async (sandbox, [module, action], args) => {
    const line = ['helve', module, action, ...flags(args)].map(quote).join(' ');
    const { stdout } = await sandbox.helve(['batch'], `${line}\n`);
    return JSON.parse(stdout.trim().split('\n')[0] ?? '') as Said;
  },
  'utcp call': (sandbox, tool, args) =>
    say(sandbox, 'utcp', 'call', '--tool', tool.join('.'), '--args', JSON.stringify(args)),
  'tool call': (sandbox, tool, args) =>
    say(sandbox, 'tool', 'call', '--tool', tool.join('.'), '--params', JSON.stringify(args)),
  'mcp execute': (sandbox, [toolbox, tool], args) =>
    say(sandbox, 'mcp', 'execute', '--toolbox', toolbox, '--tool', tool, '--params', JSON.stringify(args)),
  'the MCP door': (sandbox, tool, args) => throughMcp(sandbox, tool.join('_'), args),
  'ToolCall of the MCP door': (sandbox, tool, args) =>
    throughMcp(sandbox, 'ToolCall', { tool: tool.join('.'), params: args }),
};

type Arguments = Readonly<Record<string, unknown>>;

function flags(args: Arguments): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) => [
    `--${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word}'`;
}

async function throughMcp(sandbox: ServiceSandbox, name: string, input: Arguments): Promise<Said> {
  const client = await connect(sandbox, ['--tools', 'toolbox']);
  try {
    const { isError, structuredContent, content } = await client.call(name, input);
    const message = content.map(({ text }) => text ?? '').join('\n');
    const code = /PERMISSION_DENIED/.exec(message)?.[0] ?? message;
    return { ok: isError !== true, data: structuredContent ?? {}, error: { code, message } };
  } finally {
    await client.close();
  }
}

const UTCP_WAYS = ['its own command', 'the line', 'utcp call', 'tool call', 'the MCP door', 'ToolCall of the MCP door'];
const MCP_WAYS = [
  'its own command',
  'the line',
  'tool call',
  'mcp execute',
  'the MCP door',
  'ToolCall of the MCP door',
];

function callBy(way: string, sandbox: ServiceSandbox, tool: readonly [string, string], args: Arguments): Promise<Said> {
  const call = WAYS[way];
  if (!call) throw new Error(`There is no way ${way}`);
  return call(sandbox, tool, args);
}

describe('what is forbidden is forbidden', () => {
  it.each(UTCP_WAYS)('for a tool of a manual through %s', async (way) => {
    const sandbox = await openHome({ deny: ['greet call'] });
    const said = await callBy(way, sandbox, ['greet', 'call'], { word: 'x' });
    expect(said).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('the rule greet call forbids it') },
    });
    await expect(readFile(join(sandbox.dir, 'greeted'))).rejects.toThrow(/ENOENT/);
  });

  it.each(UTCP_WAYS)('for a program that a tool runs through %s', async (way) => {
    const sandbox = await openHome({ deny: ['Bash(curl *)'] });
    const said = await callBy(way, sandbox, ['fetch', 'call'], { url: 'http://127.0.0.1:1/' });
    expect(said).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('the rule Bash(curl *) forbids') },
    });
    await expect(readFile(join(sandbox.dir, 'fetched'))).rejects.toThrow(/ENOENT/);
    expect(await callBy(way, sandbox, ['greet', 'call'], { word: 'x' })).toMatchObject({ ok: true });
  });

  it.each(MCP_WAYS)('for a tool of an MCP server through %s', async (way) => {
    const sandbox = await openHome({ deny: ['memory delete_entities'] });
    const said = await callBy(way, sandbox, ['memory', 'delete_entities'], { entityNames: ['a'] });
    expect(said).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('the rule memory delete_entities forbids it') },
    });
    expect(await callBy(way, sandbox, ['memory', 'read_graph'], {})).toMatchObject({ ok: true });
  });

  it('for the commands by which a manual is found', async () => {
    const sandbox = await openHome({ deny: ['Bash(curl *)'] });
    const template = JSON.stringify(cli('net', 'touch ran; curl http://127.0.0.1:1/'));
    expect(await say(sandbox, 'utcp', 'register', '--template', template)).toMatchObject({
      error: { code: 'PERMISSION_DENIED', message: expect.stringContaining('the rule Bash(curl *) forbids') },
    });
    const file = join(sandbox.home, 'utcp_config.json');
    await writeFile(file, JSON.stringify({ manual_call_templates: [JSON.parse(template)] }));
    expect(await say(sandbox, 'utcp', 'list', '--refresh')).toMatchObject({
      data: { manuals: [{ name: 'net', tools: [], problem: expect.stringContaining('Bash(curl *)') }] },
    });
    await expect(readFile(join(sandbox.dir, 'ran'))).rejects.toThrow(/ENOENT/);
  });

  it('also for a whole manual, and without a word about rules that do not match here', async () => {
    const sandbox = await openHome({ deny: ['greet', 'elsewhere delete'] });
    const { warnings, ...said } = await say(sandbox, 'greet', 'call', '--word', 'x');
    expect(said).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
    expect(warnings).toBeUndefined();
  });
});

describe('a server called like a module of ours', () => {
  it('has its tools in a module of its own', async () => {
    const sandbox = await openHome({}, { git: { command: process.execPath, args: [ODD] } });
    await sandbox.run('git', ['init', '-q']);
    expect(await say(sandbox, 'git', 'status')).toMatchObject({ ok: true, data: { clean: expect.any(Boolean) } });
    expect(await say(sandbox, 'mcp_git', 'echo', '--text', 'theirs')).toMatchObject({ data: { text: 'theirs' } });
    expect(await say(sandbox, 'tool', 'list', '--source', 'mcp')).toMatchObject({
      data: { tools: expect.arrayContaining([expect.objectContaining({ name: 'mcp_git.echo' })]) },
    });
  });

  it('is held by rules about either name', async () => {
    const sandbox = await openHome({ deny: ['mcp_git echo'] }, { git: { command: process.execPath, args: [ODD] } });
    const params = ['--params', '{"text":"x"}'];
    expect(await say(sandbox, 'mcp', 'execute', '--toolbox', 'git', '--tool', 'echo', ...params)).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
    expect(await say(sandbox, 'mcp_git', 'echo', '--text', 'x')).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
  });
});

it('lets a checkout take no name from what the user chose', async () => {
  const sandbox = await openHome({ deny: ['memory delete_entities'] });
  const file = join(sandbox.dir, '.utcp_config.json');
  const theirs = { ...cli('memory', 'echo theirs'), callable: true };
  await writeFile(file, JSON.stringify({ manual_call_templates: [theirs] }));
  const names = async () => {
    const { data } = await say(sandbox, 'tool', 'list', '--source', 'mcp');
    return (data.tools as { name: string }[]).map(({ name }) => name);
  };
  expect(await names()).toContain('memory.delete_entities');
  await say(sandbox, 'tool', 'trust', '--path', file);
  expect(await names()).toContain('memory.delete_entities');
  expect(await say(sandbox, 'utcp_memory', 'call')).toMatchObject({ data: { value: 'theirs' } });

  await writeFile(join(sandbox.home, 'utcp_config.json'), JSON.stringify({ manual_call_templates: [theirs] }));
  expect(await names()).toContain('mcp_memory.delete_entities');
  expect(await say(sandbox, 'mcp_memory', 'delete_entities', '--entity-names', '["a"]')).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  });
});

describe('tools of every source', () => {
  it('are found by words, with what they take, and called', async () => {
    const sandbox = await openHome({});
    const { data } = await say(sandbox, 'tool', 'search', '--query', 'create entities knowledge graph', '--limit', '1');
    expect(data).toMatchObject({
      tools: [{ name: 'memory.create_entities', source: 'mcp', inputs: { required: ['entities'] } }],
    });
    expect(await say(sandbox, 'tool', 'list', '--source', 'utcp')).toMatchObject({
      data: { tools: [{ name: 'greet.call' }, { name: 'fetch.call' }], problems: [] },
    });
    expect(await say(sandbox, 'tool', 'call', '--tool', 'greet.cal')).toMatchObject({
      error: { code: 'NOT_FOUND', hint: 'Did you mean greet.call?' },
    });
  });

  it('are told what is wrong with their arguments in their own words', async () => {
    const sandbox = await openServiceSandbox();
    const inputs = {
      type: 'object',
      properties: {
        petId: { type: 'string' },
        verbose: { type: 'string', enum: ['yes', 'no'] },
        most: { type: 'integer' },
      },
      required: ['petId'],
    };
    const tool = { name: 'get', inputs, tool_call_template: { call_template_type: 'text', content: 'a pet' } };
    const template = JSON.stringify({ name: 'pets', call_template_type: 'text', content: { tools: [tool] } });
    await say(sandbox, 'utcp', 'register', '--template', template);
    const call = async (args: object) => {
      const told = await say(sandbox, 'utcp', 'call', '--tool', 'pets.get', '--args', JSON.stringify(args));
      expect(
        (await say(sandbox, 'tool', 'call', '--tool', 'pets.get', '--params', JSON.stringify(args))).error,
      ).toEqual(told.error);
      return told.error ?? told.data;
    };
    expect(await call({})).toMatchObject({ message: 'pets.get needs petId' });
    expect(await call({ petID: 1 })).toMatchObject({ hint: 'Did you mean petId?' });
    expect(await call({ petId: 'x', verbose: 'maybe' })).toMatchObject({
      message: expect.stringMatching(/^verbose must be/),
    });
    expect(await call({ petId: 'x', verbose: 'yes' })).toMatchObject({ value: 'a pet' });
    const lines = [
      ['pets get', 'For example: helve pets get --pet-id TEXT'],
      ['pets get --pet-di x', 'Corrected: helve pets get --pet-id x'],
      ['pets get --pet-id x --verbose-value yse', 'Corrected: helve pets get --pet-id x --verbose-value yes'],
      ['pets gte --pet-id x', 'Did you mean: helve pets get'],
    ];
    for (const [line = '', hint] of lines) {
      expect(await say(sandbox, ...line.split(' '))).toMatchObject({ ok: false, error: { hint } });
    }
  });

  it('are shown to a person', async () => {
    const sandbox = await openHome({});
    const { stdout } = await sandbox.helveOnTerminal(['utcp', 'info', '--tool', 'greet.call']);
    expect(stdout.replaceAll('\r', '')).toBe(
      [
        'greet.call: Runs: touch greeted; echo hello UTCP_ARG_word_UTCP_END',
        '  cli tool of the manual greet; tags: cli',
        '',
        'Takes:',
        '  word (string, required)',
        '',
        `Call it: helve utcp call --tool greet.call --args '{"word":"string"}'`,
        '',
      ].join('\n'),
    );
    expect(
      (await sandbox.helveOnTerminal(['tool', 'call', '--tool', 'greet.call', '--params', '{"word":"x"}'])).stdout,
    ).toBe('Step 1: touch greeted; echo hello UTCP_ARG_word_UTCP_END\r\nhello x\r\n');
  });

  it('that are not known yet say what to do', async () => {
    const sandbox = await openServiceSandbox({}, { mcpServers: { memory } });
    expect(await say(sandbox, 'memory', 'read_graph')).toMatchObject({
      error: { code: 'UNKNOWN_COMMAND', hint: 'Ask it: helve mcp tools --toolbox memory' },
    });
    await say(sandbox, 'mcp', 'tools', '--toolbox', 'memory');
    expect(await say(sandbox, 'memory', 'read_graph')).toMatchObject({ ok: true });
  });

  it('are completed and explained like commands of ours', async () => {
    const sandbox = await openHome({});
    const script = `eval "$(helve completion bash)"
      COMP_WORDS=(helve "$@"); COMP_CWORD=$#; _helve; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const complete = async (...words: readonly string[]) =>
      (await sandbox.run('bash', ['-c', script, 'bash', ...words])).stdout.split('\n').map((each) => each.trim());
    expect(await complete('gre')).toContain('greet');
    expect(await complete('memory', 'delete')).toEqual(
      expect.arrayContaining(['delete_entities', 'delete_observations', 'delete_relations']),
    );
    expect(await complete('greet', 'call', '--w')).toContain('--word');
    expect((await sandbox.helve(['help', 'greet'])).stdout).toContain('Tools of the UTCP manual greet');
    expect((await sandbox.helve(['greet', 'call', '--help'])).stdout).toContain('--word');
  });
});
