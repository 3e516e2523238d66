import { access, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { openAssistant, UNCONFINED } from './kit/assistant.ts';
import { openSandbox } from './kit/helve.ts';
import { toldTo } from './kit/hooks.ts';

const ON = { codeMode: true };
const running = (script: string): Script => [{ calls: [{ name: 'Script', input: { script } }] }, { text: 'ok' }];

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('the tool Script', () => {
  it('reads 50 files and gives the model only the result', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`f${index}.txt`, `SECRET-${index}\nsize ${index}\n`]),
    );
    const script = `
      const names = Array.from({ length: 50 }, (_, index) => 'f' + index + '.txt');
      const read = await Promise.all(names.map((path) => helve('fs read', { path })));
      const sizes = read.map(({ content }) => Number(/size (\\d+)/.exec(content)[1]));
      print('files', read.length);
      return sizes.reduce((sum, size) => sum + size, 0);`;
    const sandbox = await openAssistant(running(script), files, ON);
    expect(await sandbox.ask('Go')).toMatchObject({ code: 0, stderr: '' });
    const told = toldTo(sandbox, 1);
    expect([told.includes('files 50\\n1225'), told.includes('SECRET')]).toEqual([true, false]);
  });

  it('is offered only with the setting codeMode', async () => {
    const sandbox = await openAssistant([{ text: 'ok' }]);
    await sandbox.ask('Go');
    const names = sandbox.server.requests[0]?.body.tools.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('Script');
  });

  it('judges each call by itself, and hooks are asked about each', async () => {
    const script = `
      const said = [];
      for (const path of ['a.txt', 'b.txt']) {
        try { await helve('fs write', { path, content: 'x' }); said.push('wrote ' + path); }
        catch (error) { said.push(error.code + ' ' + path); }
      }
      return said;`;
    const rules = { ...ON, permissions: { allow: ['Edit(a.txt)'] } };
    const judged = await openAssistant(running(script), {}, rules);
    await judged.ask('Go');
    expect(toldTo(judged, 1)).toContain('PERMISSION_DENIED b.txt');
    expect([await exists(join(judged.dir, 'a.txt')), await exists(join(judged.dir, 'b.txt'))]).toEqual([true, false]);
    const command = `grep -q '"file_path":"a.txt"' && { echo not this one >&2; exit 2; }; exit 0`;
    const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command }] }] };
    const guarded = await openAssistant(running(script), {}, { ...ON, hooks });
    await guarded.ask('Go', ['--permission-mode', 'acceptEdits']);
    expect(toldTo(guarded, 1)).toContain('PERMISSION_DENIED a.txt');
    expect([await exists(join(guarded.dir, 'a.txt')), await exists(join(guarded.dir, 'b.txt'))]).toEqual([false, true]);
  });

  it.each([
    ['in a mode that asks nothing', ['--permission-mode', 'bypassPermissions'], undefined],
    ['where a hook allows each call', [], 'PreToolUse'],
    ['where a hook answers each question', [], 'PermissionRequest'],
  ] as const)('approves nothing in the name of a person, %s', async (_, flags, event) => {
    const script = `
      const said = [];
      for (const [command, input] of [
        ['config set', { key: 'sandbox', value: 'off' }],
        ['trust allow', { path: 'a.txt' }],
        ['rules confirm', { names: ['x'] }],
        ['mcp configure', { name: 'x', config: { command: 'true' } }],
      ]) {
        try { await helve(command, input); said.push('did ' + command); }
        catch (error) { said.push(error.code + ' ' + command); }
      }
      return said.join(', ');`;
    const decision = event === 'PreToolUse' ? { permissionDecision: 'allow' } : { decision: { behavior: 'allow' } };
    const output = JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...decision } });
    const hooks = event && { [event]: [{ hooks: [{ type: 'command', command: `echo '${output}'` }] }] };
    const sandbox = await openAssistant(running(script), { 'a.txt': '{}' }, { ...ON, ...(hooks ? { hooks } : {}) });
    await sandbox.ask('Go', flags);
    expect(toldTo(sandbox, 1)).toContain(
      ['config set', 'trust allow', 'rules confirm', 'mcp configure']
        .map((each) => `PERMISSION_DENIED ${each}`)
        .join(', '),
    );
  });

  it('reports an uncaught refusal as one', async () => {
    const sandbox = await openAssistant(running(`await helve('fs write', { path: 'a', content: 'x' })`), {}, ON);
    expect((await sandbox.askJson('Go')).result.subtype).toBe('error_tool_refused');
  });

  it('needs approval where there is no sandbox', async () => {
    const sandbox = await openAssistant(running('return 1'), {}, { ...ON, ...UNCONFINED });
    expect((await sandbox.askJson('Go')).result.subtype).toBe('error_tool_refused');
  });
});

describe('helve tool script', () => {
  const run = async (script: string, ...more: readonly string[]) => {
    const sandbox = await openSandbox({ 'a.txt': 'one\n' });
    const { stdout } = await sandbox.helve(['tool', 'script', '--script', script, ...more]);
    return { ...JSON.parse(stdout), sandbox };
  };

  it('gives what a script returns and prints, and how many calls it made', async () => {
    const { data } = await run(
      `const { content } = await helve('fs read', { path: 'a.txt' });\nconsole.log('read', { n: 1 });\nreturn { content };`,
    );
    expect(data).toEqual({ result: { content: 'one\n' }, printed: 'read {"n":1}\n', calls: 1 });
  });

  it.each([
    ['a thrown error', 'const a = 1;\n\nnull.x;', 'TOOL_FAILED', 'script.js:3: TypeError'],
    ['a syntax error', 'const a = 1;\nconst = 2;', 'TOOL_FAILED', 'script.js:2: SyntaxError'],
    ['a call that fails', `\nawait helve('fs read', { path: 'gone' })`, 'TOOL_FAILED', 'script.js:2: '],
    ['a command that there is not', `await helve('no such')`, 'TOOL_FAILED', 'There is no module'],
    ['another script', `await helve('tool script', { script: '1' })`, 'TOOL_FAILED', 'cannot run another script'],
    [
      'access of its own',
      `return typeof process + typeof require + typeof fetch`,
      undefined,
      'undefinedundefinedundefined',
    ],
    ['an import', `await import('node:fs')`, 'TOOL_FAILED', 'script.js:1'],
  ])('reports %s', async (_, script, code, words) => {
    const { error, data } = await run(script);
    expect([error?.code, error?.message ?? data?.result]).toEqual([code, expect.stringContaining(words)]);
  });

  it('is bounded in time and calls, and leaves no process', async () => {
    const endless = await run('for (;;) {}', '--timeout-seconds', '2');
    expect(endless.error).toMatchObject({ code: 'TIMEOUT', message: 'The script did not end within 2 s' });
    expect(await processesIn(endless.sandbox.dir)).toEqual([]);
    const many = await run(`for (let i = 0; i < 5; i++) await helve('fs stat', { path: 'a.txt' })`, '--max-calls', '3');
    expect(many.error.message).toContain('A script may make 3 calls');
  });

  it('ends with everything that it started when it is cancelled', async () => {
    const { run: start, dir } = await openSandbox();
    const script = `await helve('fs write', { path: 'started', content: '' }); for (;;) {}`;
    const line = `helve tool script --script "$0" & until [ -e started ]; do sleep 0.05; done; kill -INT $!; wait $!`;
    // Programs in the background of a script ignore SIGINT, unless the shell controls jobs.
    const { code } = await start('bash', ['-mc', line, script]);
    expect([code, await processesIn(dir)]).toEqual([130, []]);
  });
});

/** Processes that work in a folder. */
async function processesIn(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === folder);
}
