import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
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

it('holds a conversation: sends, tells of events, asks, forks and goes on', async () => {
  const { dir, env, server } = await openAssistant(
    [
      { calls: [{ name: 'Write', input: { file_path: 'made.txt', content: 'x' } }] },
      { text: 'Made.' },
      { text: 'In the copy.' },
      { text: 'Again.' },
      { text: 'Greeted.' },
    ],
    { '.claude/commands/greet.md': 'Greet $ARGUMENTS.' },
  );
  const program = `const { createConversation } = require(${JSON.stringify(LIBRARY)});
    (async () => {
      const conversation = await createConversation({ askUser: async () => 'yes' });
      const seen = new Set();
      void (async () => {
        for await (const event of conversation.events()) {
          seen.add(event.type);
          if (event.type === 'ask') conversation.answer(event.question.id, 'once');
        }
      })();
      const first = await conversation.send('Make it');
      const copy = conversation.fork();
      const second = await copy.send('And here?');
      await copy.close();
      await conversation.close();
      const again = await createConversation({ resume: conversation.id });
      const third = await again.send('Once more');
      const greeted = await again.send('/greet them');
      const unknown = await again.send('/gret');
      await again.close();
      console.log(JSON.stringify({ first, second, third, greeted, unknown, seen: [...seen], sameId: again.id === conversation.id, copied: copy.id !== conversation.id }));
    })();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: dir, env });
  const { first, second, third, greeted, unknown, seen, ...ids } = JSON.parse(stdout);
  expect([first.outcome, first.text, second.text, third.text]).toEqual(['success', 'Made.', 'In the copy.', 'Again.']);
  expect([greeted.text, unknown.outcome, unknown.error.hint]).toEqual([
    'Greeted.',
    'failed',
    expect.stringContaining('Did you mean /greet?'),
  ]);
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('Greet them.');
  expect(seen).toEqual(expect.arrayContaining(['turnStart', 'ask', 'answered', 'toolEnd', 'turnEnd']));
  expect(ids).toEqual({ sameId: true, copied: true });
  expect(await readFile(join(dir, 'made.txt'), 'utf8')).toBe('x');
});

const CONSUMER = `
import { createConversation, isHelveLine, runLine, UtcpClient, type LineError, type LineResult, type RunLineOptions } from 'helve';
export const client: Promise<UtcpClient> = UtcpClient.create({ variables: { A: 'b' } }, { rootDir: '/' });
export const called = async (): Promise<unknown> => (await client).callTool('manual.tool', { a: 1 }, { timeoutMs: 5 });
// @ts-expect-error variables are texts
void UtcpClient.create({ variables: { A: 1 } });
const options: RunLineOptions = { cwd: '/', permissionMode: 'plan', signal: new AbortController().signal };
export const isOurs: boolean = isHelveLine('helve fs list');
export const result: Promise<LineResult> = runLine('helve fs list', options);
export const failure = (error: LineError): 'INVALID_TOOL_PARAMS' | 'EXECUTION_FAILED' => error.type;
export const code = (error: LineError): string => (error.code === 'NOT_FOUND' ? error.message : (error.hint ?? ''));
export const said = async (): Promise<string> => (await (await createConversation({ maxTurns: 3 })).send('Hi')).text;
// @ts-expect-error there is no such mode
void createConversation({ permissionMode: 'all' });
// @ts-expect-error a line is a text
void runLine(7);
// @ts-expect-error there is no such mode
void runLine('helve fs list', { permissionMode: 'all' });
// @ts-expect-error the result is no text
export const wrong: Promise<string> = runLine('helve fs list');
// @ts-expect-error there is no such code
export const never = (error: LineError): boolean => error.code === 'NOWHERE';
`;

describe('its types', () => {
  it.each(['mts', 'cts'])('are understood, whole and alone, by a program in a .%s file', async (extension) => {
    const { dir, run } = await openSandbox({ [`consumer.${extension}`]: CONSUMER });
    const modules = join(import.meta.dirname, '../node_modules');
    await mkdir(join(dir, 'node_modules'));
    await symlink(join(dirname(LIBRARY), '..'), join(dir, 'node_modules/helve'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      verbatimModuleSyntax: extension === 'mts',
      preserveSymlinks: true,
      skipLibCheck: false,
      typeRoots: [join(modules, '@types')],
      types: ['node'],
    };
    const files = [`consumer.${extension}`];
    await writeFile(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    expect(await run(join(modules, '.bin/tsc'), ['-p', dir])).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('its UTCP client', () => {
  const CONFIG = {
    manual_call_templates: [
      {
        name: 'test_cli',
        call_template_type: 'cli',
        commands: [
          { command: 'echo UTCP_ARG_message_UTCP_END', append_to_final_output: false },
          { command: 'echo "Previous: $CMD_0_OUTPUT"' },
        ],
      },
    ],
  };

  /** Runs a program with a client in `client`, and gives what it makes of it. */
  async function withClient(body: string): Promise<unknown> {
    const { dir, env } = await openSandbox();
    const program = `const { UtcpClient } = require(${JSON.stringify(LIBRARY)});
      UtcpClient.create(${JSON.stringify(CONFIG)}).then(async (client) => {
        try { console.log(JSON.stringify(await (async () => { ${body} })())); } finally { await client.close(); }
      });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: dir, env });
    return JSON.parse(stdout);
  }

  it('calls a template as the tool that it is, under any name', async () => {
    expect(await withClient(`return client.call_tool('test_cli.echo_chain', { message: 'hello' });`)).toBe(
      'Previous: hello',
    );
  });

  it('tells of the steps as they happen', async () => {
    const events = await withClient(`
      const seen = [];
      for await (const event of client.callToolStreaming('test_cli.x', { message: 'a' })) seen.push(event.type);
      return seen;`);
    expect(events).toEqual(expect.arrayContaining(['step_started', 'step_ended', 'result']));
  });

  it('registers and forgets manuals, and finds their tools', async () => {
    const results = await withClient(`
      const template = { name: 'other', call_template_type: 'cli', commands: [{ command: 'cat UTCP_ARG_file_UTCP_END' }] };
      await client.register_manual(template);
      const twice = await client.registerManual(template).catch((error) => error.code);
      const found = (await client.search_tools('cat')).map(({ name }) => name);
      const missing = await client.callTool('other.cat', {}).catch((error) => error.message);
      return [twice, found, missing, await client.deregister_manual('other'), await client.deregisterManual('other')];`);
    expect(results).toEqual(['ALREADY_EXISTS', ['other.call'], 'other.cat: file is missing', true, false]);
  });
});
