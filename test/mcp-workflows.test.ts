import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { connect, type McpClient } from './kit/mcp.ts';

type Data = Readonly<Record<string, unknown>>;

/** Calls a tool that must succeed and gives its data. */
async function use(client: McpClient, name: string, input: object = {}): Promise<Data> {
  const result = await client.call(name, input);
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return result.structuredContent ?? {};
}

/** Reads on until the text has come, however many reads it takes; `seen` is what came before. */
async function readUntil(client: McpClient, sessionId: string, wanted: string, seen: unknown = ''): Promise<void> {
  let all = String(seen);
  while (!all.includes(wanted)) {
    const { output, isRunning } = await use(client, 'CliRead', { sessionId, timeout: 1 });
    all += String(output);
    if (!isRunning && output === '') throw new Error(`The session ended without ${wanted}: ${all}`);
  }
}

describe('the workflows of the contract', () => {
  it('1. an edit is validated, what is wrong is found by its line, and mended', async () => {
    const client = await connect(await openSandbox({ 'src/file.mjs': 'function first() {\n  return 1;\n}\n' }));
    const check = { command: 'node --check src/file.mjs' };
    const filePath = 'src/file.mjs';
    await use(client, 'TextPatch', { filePath, oldText: 'return 1;', newText: 'return (1;' });
    const broken = await use(client, 'CliRun', check);
    expect(broken).toMatchObject({ status: 'error', exitCode: 1 });
    const line = Number(/file\.mjs:(\d+)/.exec(String(broken.stderr))?.[1]);
    const inspected = await use(client, 'TextInspect', { filePath, line });
    expect(inspected).toMatchObject({ around: { line: 2, within: { name: 'first' } } });
    await use(client, 'TextPatch', { filePath, oldText: '(1;', newText: '(1);' });
    expect(await use(client, 'CliRun', check)).toMatchObject({ status: 'success', exitCode: 0 });
  });

  it('2. tests run after a change, and again after it was corrected', async () => {
    const client = await connect(
      await openSandbox({
        'sum.mjs': 'export const sum = (a, b) => a + b;\n',
        'sum.test.mjs': `import test from 'node:test';\nimport assert from 'node:assert';\nimport { sum } from './sum.mjs';\ntest('adds', () => assert.equal(sum(2, 3), 5));\n`,
      }),
    );
    const run = { command: "node --test --test-name-pattern='adds' sum.test.mjs" };
    await use(client, 'TextPatch', { filePath: 'sum.mjs', oldText: 'a + b', newText: 'a * b' });
    expect(await use(client, 'CliRun', run)).toMatchObject({ status: 'error', exitCode: 1 });
    const { outline } = await use(client, 'TextInspect', { filePath: 'sum.mjs' });
    expect(outline).toMatchObject([{ kind: 'function', name: 'sum', line: 1 }]);
    await use(client, 'TextPatch', { filePath: 'sum.mjs', oldText: 'a * b', newText: 'a + b' });
    expect(await use(client, 'CliRun', run)).toMatchObject({ status: 'success', exitCode: 0 });
  });

  it('3. a debugger is driven in a session', async () => {
    const client = await connect(
      await openSandbox({
        'app.js': 'const first = 1;\ndebugger;\nconst second = first + 41;\nconsole.log(second);\n',
      }),
    );
    const started = await use(client, 'CliSession', { command: 'node inspect app.js', sessionId: 'debug' });
    expect(started).toMatchObject({ status: 'started', sessionId: 'debug' });
    await readUntil(client, 'debug', 'Break on start', started.initialOutput);
    const went = await use(client, 'CliWrite', { sessionId: 'debug', input: 'c{enter}' });
    await readUntil(client, 'debug', 'break in app.js:2', went.responseOutput);
    const stepped = await use(client, 'CliWrite', { sessionId: 'debug', input: 'n{enter}' });
    await readUntil(client, 'debug', 'break in app.js:3', stepped.responseOutput);
    expect(await use(client, 'CliStop', { sessionId: 'debug', force: true })).toMatchObject({ status: 'stopped' });
  });

  it('4. a build that takes too long for a run goes on in a session', async () => {
    const sandbox = await openSandbox({
      'package.json': '{\n  "name": "x",\n  "version": "1.0.0"\n}\n',
      'build.sh': 'echo step 1\nuntil [ -e go ]; do sleep 0.1; done\necho built\n',
    });
    const client = await connect(sandbox);
    expect(await use(client, 'CliGetPlatform')).toMatchObject({ platform: 'linux', pathSeparator: '/' });
    await use(client, 'CliRun', { command: 'git init -q . && git status --short' });
    await use(client, 'TextPatch', { filePath: 'package.json', oldText: '1.0.0', newText: '1.0.1' });
    const late = await use(client, 'CliRun', { command: 'sh build.sh', timeout: 3 });
    expect(late).toMatchObject({ status: 'timeout', exitCode: null, stdout: expect.stringContaining('step 1') });
    expect(late.suggestion).toContain('CliSession');
    const building = await use(client, 'CliSession', { command: 'sh build.sh', sessionId: 'build' });
    await use(client, 'CliRun', { command: 'touch go' });
    await readUntil(client, 'build', 'built', building.initialOutput);
    expect(await use(client, 'CliRead', { sessionId: 'build', until: 'exit' })).toMatchObject({ isRunning: false });
    expect(await use(client, 'CliRun', { command: 'echo deployed' })).toMatchObject({ stdout: 'deployed\n' });
  });

  it('5. many files are found, understood and changed', async () => {
    const sandbox = await openSandbox({ 'a.md': '# Old\n\ntext\n', 'docs/b.md': '# Old\n\n## Part\n' });
    const client = await connect(sandbox);
    await use(client, 'CliRun', { command: 'git init -q . && git add .' });
    const found = await use(client, 'CliRun', { command: "find . -name '*.md' -type f | sort" });
    const files = String(found.stdout).trim().split('\n');
    expect(files).toEqual(['./a.md', './docs/b.md']);
    for (const filePath of files) {
      const { outline } = await use(client, 'TextInspect', { filePath });
      expect(outline).toMatchObject([{ kind: 'heading', name: 'Old', line: 1 }, {}].slice(0, (outline as []).length));
      await use(client, 'TextPatch', { filePath, oldText: '# Old', newText: '# New' });
    }
    const { stdout } = await use(client, 'CliRun', { command: 'git diff --stat' });
    expect(stdout).toContain('2 files changed, 2 insertions(+), 2 deletions(-)');
  });

  it('6. a configuration follows the environment', async () => {
    const sandbox = await openSandbox({ 'config/settings.json': '{\n  "debug": true,\n  "port": 80\n}\n' });
    sandbox.env.NODE_ENV = 'production';
    const client = await connect(sandbox);
    expect(await use(client, 'CliEnv', { action: 'get', name: 'NODE_ENV' })).toMatchObject({ value: 'production' });
    const { outline } = await use(client, 'TextInspect', { filePath: 'config/settings.json' });
    expect(outline).toMatchObject([{ name: 'debug' }, { name: 'port' }]);
    await use(client, 'TextPatch', { filePath: 'config/settings.json', oldText: 'true', newText: 'false' });
    const valid = await use(client, 'CliRun', {
      command: `node -e 'JSON.parse(fs.readFileSync("config/settings.json"))'`,
    });
    expect(valid).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(await readFile(join(sandbox.dir, 'config/settings.json'), 'utf8'))).toEqual({
      debug: false,
      port: 80,
    });
  });
});
