import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { openAssistant } from './kit/assistant.ts';
import { toldTo } from './kit/hooks.ts';
import { openSandbox, type Sandbox } from './kit/helve.ts';
import { openServiceSandbox } from './kit/service.ts';

const TSC = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');
const TYPESCRIPT = {
  ts: { command: TSC, args: ['--lsp', '--stdio'], extensionToLanguage: { '.ts': 'typescript' } },
};

const FILES = {
  'package.json': '{}',
  'tsconfig.json': '{"compilerOptions":{"strict":true,"allowImportingTsExtensions":true,"noEmit":true}}',
  'src/a.ts': 'export function twice(x: number): number {\n  return x + x;\n}\n',
  'src/b.ts': "import { twice } from './a.ts';\nexport const wrong: string = twice(3);\n",
};

async function code({ helve }: Sandbox, ...args: readonly string[]) {
  const { stdout } = await helve(['code', ...args]);
  return JSON.parse(stdout);
}

describe('a real language server', () => {
  it('answers about a project: diagnostics, definition, references, symbols and types', async () => {
    const sandbox = await openServiceSandbox(FILES, { lspServers: TYPESCRIPT });
    const at = ['--path', 'src/b.ts', '--line', '2', '--symbol', 'twice'];
    expect((await code(sandbox, 'diagnostics', '--path', 'src/b.ts')).data).toEqual({
      path: 'src/b.ts',
      server: 'ts',
      diagnostics: [
        {
          line: 2,
          column: 14,
          severity: 'error',
          code: '2322',
          message: "Type 'number' is not assignable to type 'string'.",
        },
      ],
      truncated: false,
      complete: true,
    });
    expect((await code(sandbox, 'definition', ...at)).data.locations).toEqual([
      { path: 'src/a.ts', line: 1, column: 17, text: 'export function twice(x: number): number {' },
    ]);
    const places = (await code(sandbox, 'references', ...at)).data.locations as { path: string; line: number }[];
    expect(places.map(({ path, line }) => `${path}:${line}`)).toEqual(['src/a.ts:1', 'src/b.ts:1', 'src/b.ts:2']);
    expect((await code(sandbox, 'symbols', '--path', 'src/a.ts')).data.symbols).toEqual([
      { name: 'twice', kind: 'function', path: 'src/a.ts', line: 1 },
    ]);
    expect((await code(sandbox, 'symbols', '--path', 'src/b.ts', '--query', 'twice')).data.symbols).toContainEqual(
      expect.objectContaining({ name: 'twice', path: 'src/a.ts', line: 1 }),
    );
    expect((await code(sandbox, 'hover', ...at)).data.text).toContain('function twice(x: number): number');
    await writeFile(
      join(sandbox.dir, 'src/b.ts'),
      "import { twice } from './a.ts';\nexport const right: number = twice(3);\n",
    );
    expect((await code(sandbox, 'diagnostics', '--path', 'src/b.ts')).data.diagnostics).toEqual([]);
    expect(await code(sandbox, 'definition', '--path', 'src/b.ts', '--symbol', 'nothing')).toMatchObject({
      error: { code: 'NO_MATCH' },
    });
  });

  it('tells the model what its edit broke, in the sandbox and without a question', async () => {
    const edit = { name: 'Edit', input: { file_path: 'src/a.ts', old_string: '): number', new_string: '): string' } };
    const read = { name: 'Read', input: { file_path: 'src/a.ts' } };
    const script: Script = [{ calls: [read] }, { calls: [edit] }, { text: 'ok' }];
    const sandbox = await openAssistant(script, FILES, { lspServers: TYPESCRIPT, permissions: { allow: ['Edit'] } });
    expect(await sandbox.ask('Go')).toMatchObject({ code: 0, stderr: '' });
    expect(toldTo(sandbox, 2)).toContain('ts reports about');
    expect(toldTo(sandbox, 2)).toContain("2:3: error: Type 'number' is not assignable to type 'string'.");
  });
});

describe('which server is used', () => {
  it('is one on the PATH, unless the settings name another or turn it off; those of a project need trust', async () => {
    const sandbox = await openSandbox({ 'a.go': 'package a\n' });
    await writeFile(join(sandbox.dir, '../bin/gopls'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const names = async () => {
      const { stdout } = await sandbox.helve(['code', 'servers']);
      const servers = JSON.parse(stdout).data.servers as { name: string; source: string; extensions: string[] }[];
      return servers.filter(({ extensions }) => extensions.includes('.go')).map(({ name, source }) => [name, source]);
    };
    expect(await names()).toEqual([['gopls', 'PATH']]);
    const settings = join(sandbox.home, 'settings.json');
    await writeFile(settings, JSON.stringify({ lspServers: { gopls: false } }));
    expect(await names()).toEqual([]);
    const own = { command: 'mine', extensionToLanguage: { '.go': 'go' } };
    await writeFile(settings, JSON.stringify({ lspServers: { mine: own, gopls: false } }));
    expect(await names()).toEqual([['mine', settings]]);
    await writeFile(settings, '{}');
    const { dir } = sandbox;
    await sandbox.run('mkdir', ['.helve']);
    const project = join(dir, '.helve/settings.json');
    await writeFile(project, JSON.stringify({ lspServers: { theirs: { ...own, command: 'theirs' } } }));
    expect(await names()).toEqual([['gopls', 'PATH']]);
    await sandbox.helve(['trust', 'allow', '--path', project]);
    expect(await names()).toEqual([
      ['theirs', project],
      ['gopls', 'PATH'],
    ]);
    expect(JSON.parse((await sandbox.helve(['code', 'symbols', '--path', 'b.xyz'])).stdout).error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no language server for .xyz files',
    });
  });
});

/** A server in a few lines of script, which does what it is told to do wrong. */
const FAKE = `
let held = Buffer.alloc(0);
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write('Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body);
};
const [, , fault] = process.argv;
if (fault === 'garbage') process.stdout.write('Welcome to the language server!\\r\\n\\r\\n');
if (fault === 'huge') process.stdout.write('Content-Length: 99999999999\\r\\n\\r\\n');
if (fault === 'exit') { console.error('no licence'); process.exit(3); }
process.stdin.on('data', (chunk) => {
  held = Buffer.concat([held, chunk]);
  for (;;) {
    const end = held.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = Number(/\\d+/.exec(held.subarray(0, end).toString())[0]);
    if (held.length < end + 4 + length) return;
    const { id, method, params } = JSON.parse(held.subarray(end + 4, end + 4 + length).toString());
    held = held.subarray(end + 4 + length);
    if (fault === 'hang') continue;
    if (method === 'initialize') send({ id, result: { capabilities: {} } });
    if (method === 'textDocument/hover') process.exit(4);
    const uri = params?.textDocument?.uri;
    if (fault !== 'silent' && (method === 'textDocument/didOpen' || method === 'textDocument/didChange')) {
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
      const all = Array.from({ length: 30 }, (_, index) => ({ range, severity: 1, message: 'problem ' + index }));
      send({ method: 'textDocument/publishDiagnostics', params: { uri, diagnostics: all } });
    }
  }
});
setInterval(() => {}, 1000);
`;

function fake(fault: string) {
  const entry = { command: process.execPath, args: ['fake.cjs', fault], extensionToLanguage: { '.foo': 'foo' } };
  return {
    files: { 'fake.cjs': FAKE, 'a.foo': 'x\n', 'package.json': '{}' },
    settings: { lspServers: { fake: entry } },
  };
}

describe('a language server that misbehaves', () => {
  it.each([
    ['garbage', 'it prints what is no message'],
    ['huge', 'it sent a message of 99999999999 bytes'],
    ['exit', 'ended with exit code 3: no licence'],
  ])('with %s is an error that says so, and no process is left', async (fault, message) => {
    const { files, settings } = fake(fault);
    const sandbox = await openServiceSandbox(files, settings);
    const first = await code(sandbox, 'diagnostics', '--path', 'a.foo');
    expect(first.error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining(message) });
    // Nobody waits for the same failure again.
    expect((await code(sandbox, 'diagnostics', '--path', 'a.foo')).error).toEqual(first.error);
  });

  it('by hanging delays a call no longer than it says, and by crashing fails one call', async () => {
    const hanging = fake('hang');
    const hung = await openServiceSandbox(hanging.files, hanging.settings);
    expect((await code(hung, 'diagnostics', '--path', 'a.foo', '--wait', '100')).data).toMatchObject({
      complete: false,
      diagnostics: [],
    });
    const silent = fake('silent');
    const quiet = await openServiceSandbox(silent.files, silent.settings);
    expect((await code(quiet, 'diagnostics', '--path', 'a.foo', '--wait', '100')).data).toMatchObject({
      complete: false,
    });
    const crashing = fake('none');
    const crashed = await openServiceSandbox(crashing.files, crashing.settings);
    expect((await code(crashed, 'diagnostics', '--path', 'a.foo')).data.diagnostics).toHaveLength(30);
    const { error } = await code(crashed, 'hover', '--path', 'a.foo', '--symbol', 'x');
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('exit code 4') });
  });

  it('is reported once in a conversation, and the model is given a bounded list', async () => {
    const write = (name: string) => ({ calls: [{ name: 'Write', input: { file_path: name, content: 'x\n' } }] });
    const script: Script = [write('b.foo'), write('c.foo'), { text: 'ok' }];
    const broken = fake('exit');
    const options = ['--permission-mode', 'acceptEdits'];
    const sandbox = await openAssistant(script, broken.files, broken.settings);
    const { stderr, code: exit } = await sandbox.ask('Go', options);
    expect([exit, stderr.match(/The language server fake failed/g)?.length]).toEqual([0, 1]);
    const many = fake('none');
    const noisy = await openAssistant(script, many.files, many.settings);
    await noisy.ask('Go', options);
    expect(toldTo(noisy, 1)).toContain('problem 9');
    expect(toldTo(noisy, 1)).not.toContain('problem 10');
    expect(toldTo(noisy, 1)).toContain('… and 20 more');
    expect(await readFile(join(noisy.dir, 'b.foo'), 'utf8')).toBe('x\n');
  });
});
