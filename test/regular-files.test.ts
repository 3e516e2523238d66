import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { openSandbox, type Sandbox } from './kit/helve.ts';

const IN_PROJECT = [
  '.helve/settings.json',
  '.helve/settings.local.json',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.mcp.json',
  '.utcp_config.json',
  'AGENTS.md',
  'CLAUDE.md',
  'CLAUDE.local.md',
  'package.json',
  '.git',
  '.gitignore',
  '.ignore',
  '.helve/agents/a.md',
  '.claude/agents/a.md',
  '.agents/skills/a/SKILL.md',
  '.claude/skills/a/SKILL.md',
  '.claude/commands/a.md',
];
const IN_HOME = [
  'settings.json',
  'keybindings.json',
  'AGENTS.md',
  'agents/a.md',
  'skills/a/SKILL.md',
  'service.json',
  'service.port',
  'service.token',
  'environment.json',
  'aliases.json',
  'history.jsonl',
  'trust.json',
  'plugins.json',
];

async function makeFifo({ run }: Sandbox, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await run('mkfifo', [path]);
}

/** Runs helve, and kills it for good where it does not end: 137. */
function helveInTime({ run }: Sandbox, ...args: string[]) {
  return run('timeout', ['-s', 'KILL', '20', 'helve', ...args]);
}

describe('a fifo in place of a file that helve reads by itself', () => {
  it.each([...IN_PROJECT.map((name) => ['dir', name] as const), ...IN_HOME.map((name) => ['home', name] as const)])(
    'does not stop commands: %s/%s',
    async (place, name) => {
      const sandbox = await openSandbox({ 'a.txt': 'a\n' });
      await makeFifo(sandbox, join(sandbox[place], name));
      const lines = [
        ['fs', 'read', '--path', 'a.txt'],
        ['config', 'list'],
      ];
      for (const line of lines) {
        const { code, stdout } = await helveInTime(sandbox, ...line);
        expect([line, code !== 137 && JSON.parse(stdout)]).toMatchObject([line, expect.objectContaining({})]);
      }
    },
  );

  it('is named by the error, as configuration', async () => {
    const sandbox = await openSandbox();
    await makeFifo(sandbox, join(sandbox.dir, '.helve/settings.json'));
    const { code, stderr } = await helveInTime(sandbox, 'fs', 'list');
    expect(code).toBe(2);
    expect(stderr).toContain('.helve/settings.json: it is a fifo, not a regular file');
  });

  it('does not stop a conversation', async () => {
    const sandbox = await openAssistant(() => ({ text: 'done' }));
    const names = IN_PROJECT.filter((name) => !name.endsWith('.json') || name === 'package.json');
    for (const name of names) await makeFifo(sandbox, join(sandbox.dir, name));
    const { code, stdout } = await helveInTime(sandbox, '-p', 'hello');
    expect([code, stdout]).toEqual([0, 'done\n']);
  });

  it.each(['.gitignore', 'sub/.gitignore', '.ignore'])('is reported by fs grep: %s', async (name) => {
    const sandbox = await openSandbox({ 'a.txt': 'needle\n', 'sub/b.txt': 'needle\n' });
    await makeFifo(sandbox, join(sandbox.dir, name));
    const { stdout } = await helveInTime(sandbox, 'fs', 'grep', '--query', 'needle');
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'NOT_A_FILE', details: { path: join(sandbox.dir, name) } },
    });
  });
});

describe('a home that cannot be made', () => {
  it.each([
    ['/proc/x', ['task', 'create', '--title', 'x']],
    ['/proc/x/y', ['fs', 'delete', '--path', 'a.txt']],
    ['/proc/x', ['config', 'set', '--key', 'model', '--value', 'x', '--scope', 'user']],
    ['/proc/x', ['browser', 'status']],
    ['/etc/passwd', ['task', 'create', '--title', 'x']],
    ['/etc/passwd', ['task', 'list']],
    ['/etc/passwd/below', ['fs', 'delete', '--path', 'a.txt']],
  ])('%s: helve %s fails with exit code 2 and names it', async (home, line) => {
    const sandbox = await openSandbox({ 'a.txt': 'a\n' });
    sandbox.env.HELVE_HOME = home;
    const { code, stderr } = await helveInTime(sandbox, ...line);
    expect([code, stderr]).toEqual([2, expect.stringContaining(home)]);
    expect(await readFile(join(sandbox.dir, 'a.txt'), 'utf8')).toBe('a\n');
  });
});

/** The sources of all packages, without tests. */
async function sources(): Promise<readonly (readonly [path: string, text: string])[]> {
  const packages = join(import.meta.dirname, '../packages');
  const names = (await readdir(packages, { recursive: true })).filter(
    (name) => /^\w+\/src\/.*\.ts$/.test(name) && !/\.test\.ts$|\/testing\/|^extension\//.test(name),
  );
  return Promise.all(names.sort().map(async (name) => [name, await readFile(join(packages, name), 'utf8')] as const));
}

it('no source makes folders with recursive mkdir, which never ends below /proc: use makeFolder', async () => {
  const found = (await sources()).filter(([, text]) => /\bmkdir(?:Sync)?\([^;]*?\brecursive\b/.test(text));
  expect(found.map(([name]) => name)).toEqual([]);
});

/** They read files of /proc, of the program itself, or an open descriptor that they have checked. */
const MAY_READ = [
  'browser/src/relay/own-file.ts',
  'helve/src/load-chunk.ts',
  'helve/src/service/process.ts',
  'helve/src/shell-init/shell-init.ts',
  'processes/src/confine/confine.ts',
  'processes/src/confine/opening.ts',
  'processes/src/table.ts',
  'project/src/fs/read.ts',
  'settings/src/home/home-file.ts',
  'settings/src/home/process-identity.ts',
  'settings/src/home/token-file.ts',
  'shell/src/terminal/session/waiting.ts',
  'toolbox/src/utcp/file/protocol.ts',
];

it('no source reads files with readFile, which waits for a fifo: use readRegularFile', async () => {
  const found = (await sources()).filter(([, text]) => /\breadFile(?:Sync)?\(|\bopen(?:Sync)?\([^;]*?'r'/.test(text));
  expect(found.map(([name]) => name).filter((name) => !MAY_READ.includes(name))).toEqual([]);
});

it('a file of the tables is read where it is a regular file', async () => {
  const sandbox = await openSandbox();
  await mkdir(join(sandbox.dir, '.helve'));
  await writeFile(join(sandbox.dir, '.helve/settings.json'), '{');
  expect((await helveInTime(sandbox, 'fs', 'list')).stderr).toContain('.helve/settings.json');
});

describe('a trash that cannot be written', () => {
  it('is named by fs delete, and the file stays', async () => {
    const sandbox = await openSandbox({ 'b.txt': 'b\n' });
    // A file in the place of the trash fails for every user, also for root.
    await writeFile(join(sandbox.home, 'trash'), '');
    const { stdout } = await helveInTime(sandbox, 'fs', 'delete', '--path', 'b.txt');
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        message: expect.stringContaining(`The trash ${join(sandbox.home, 'trash')}`),
        hint: expect.stringContaining('Nothing was deleted.'),
        details: { path: join(sandbox.home, 'trash') },
      },
    });
    expect(await readFile(join(sandbox.dir, 'b.txt'), 'utf8')).toBe('b\n');
  });
});
