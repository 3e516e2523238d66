import { readdirSync, readFileSync } from 'node:fs';
import { chmod, readFile, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Output as ExecResult } from '../commands/terminal/exec.ts';
import { openSessions } from '../testing/session-project.ts';
import { openWorkspace, type Workspace } from '../testing/workspace.ts';

const VALUE = 'corr3ct horse';

/** Everything in the home but the file of the secrets themselves. */
function textsOf(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'secrets.json')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

async function withSecret(): Promise<Workspace> {
  const workspace = await openWorkspace();
  await workspace.data('terminal secret set', { name: 'DB_PASS', value: VALUE });
  return workspace;
}

it('keeps secrets for the owner only, and tells nothing but their names', async () => {
  const { home, run } = await openWorkspace();
  const outcomes = [
    await run('terminal secret set', { name: 'DB_PASS', value: `${VALUE}\n` }),
    await run('terminal secret set', { name: 'A_KEY', value: 'abcdef' }),
    await run('terminal secret list'),
  ];
  expect(outcomes.map(({ data }) => data)).toEqual([
    { status: 'set', name: 'DB_PASS' },
    { status: 'set', name: 'A_KEY' },
    { secrets: ['A_KEY', 'DB_PASS'], count: 2 },
  ]);
  const file = join(home, 'secrets.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ DB_PASS: VALUE, A_KEY: 'abcdef' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await run('terminal secret remove', { name: 'A_KEY' })).data).toEqual({ status: 'removed', name: 'A_KEY' });
  expect((await run('terminal secret list')).data).toEqual({ secrets: ['DB_PASS'], count: 1 });
});

it('gives a command the secrets it names, and masks them in all that is shown and kept', async () => {
  const { home, data } = await withSecret();
  const command = `echo "\${#DB_PASS} $DB_PASS"; echo "$DB_PASS" >&2; printf corr3ct; sleep 0.1; printf ' horse'; : ${VALUE}`;
  const result = await data<ExecResult>('terminal exec', { command, secrets: ['DB_PASS'] });
  expect(result).toMatchObject({
    stdout: `${VALUE.length} [secret DB_PASS]\n[secret DB_PASS]`,
    stderr: '[secret DB_PASS]\n',
  });
  expect(result.output?.split('[secret DB_PASS]').length).toBe(4);
  expect(await data('terminal history')).toMatchObject({
    entries: [{ command: expect.stringContaining(': [secret DB_PASS]') }],
  });
  expect(JSON.stringify(result) + textsOf(home)).not.toContain(VALUE);
});

it('masks secrets in the file with all of a long output, and in a file that output is saved to', async () => {
  const { dir, home, data } = await withSecret();
  const command = 'for i in $(seq 20000); do echo "$DB_PASS"; done';
  const { spilled } = await data<ExecResult>('terminal exec', { command, secrets: ['DB_PASS'] });
  await data('terminal exec', { command, secrets: ['DB_PASS'], saveTo: 'out.txt' });
  const expected = '[secret DB_PASS]\n'.repeat(20_000);
  expect(await readFile(spilled?.[0]?.path ?? '', 'utf8')).toBe(expected);
  expect(await readFile(join(dir, 'out.txt'), 'utf8')).toBe(expected);
  expect(textsOf(home)).not.toContain(VALUE);
});

it('masks a secret that a command was not given and found by itself, also in what it leaves running', async () => {
  const { home, data } = await withSecret();
  const command = `cat '${home}/secrets.json'; sh -c 'sleep 60; : ${VALUE}' > /dev/null 2>&1 &`;
  const result = await data<ExecResult>('terminal exec', { command, keepChildren: true });
  for (const { pid } of result.leftRunning ?? []) process.kill(pid, 'SIGKILL');
  expect(result.stdout).toContain('"DB_PASS": "[secret DB_PASS]"');
  expect(result.leftRunning).not.toEqual([]);
  expect(JSON.stringify(result)).not.toContain(VALUE);
});

it('does not give a command what it does not name', async () => {
  const { data } = await withSecret();
  expect(await data('terminal exec', { command: 'echo "<$DB_PASS>"' })).toMatchObject({ stdout: '<>\n' });
});

it.each([
  ['terminal exec', { command: 'touch ran', secrets: ['DB_PASSS'] }, 'NOT_FOUND', 'DB_PASS'],
  ['terminal secret remove', { name: 'GONE' }, 'NOT_FOUND', ''],
  ['terminal secret set', { name: 'A-B', value: 'abcdef' }, 'INVALID_INPUT', ''],
  ['terminal secret set', { name: 'LD_PRELOAD', value: '/tmp/x.so' }, 'INVALID_INPUT', ''],
  ['terminal secret set', { name: 'SHORT', value: 'abc\n' }, 'INVALID_INPUT', ''],
  ['terminal secret set', { name: 'NUL', value: 'abc\0def' }, 'INVALID_INPUT', ''],
])('%s refuses %j', async (path, input, code, hint) => {
  const { dir, error } = await withSecret();
  expect(await error(path, input)).toMatchObject({ code, ...(hint ? { hint: `There is ${hint}.` } : {}) });
  expect(readdirSync(dir)).toEqual([]);
});

it.each([
  ['others may read it', (file: string) => chmod(file, 0o644)],
  [
    'it is a link',
    async (file: string) => {
      await rename(file, `${file}.moved`);
      await symlink(`${file}.moved`, file);
    },
  ],
])('trusts no file of secrets when %s, and runs nothing', async (_, spoil) => {
  const { dir, home, error } = await withSecret();
  await spoil(join(home, 'secrets.json'));
  for (const [path, input] of [
    ['terminal exec', { command: 'touch ran', secrets: ['DB_PASS'] }],
    ['terminal secret list', {}],
    ['terminal secret set', { name: 'OTHER', value: 'abcdef' }],
  ] as const) {
    const report = await error(path, input);
    expect(report).toMatchObject({ code: 'INVALID_SETTINGS' });
    expect(JSON.stringify(report)).not.toContain(VALUE);
  }
  expect(readdirSync(dir)).toEqual([]);
});

it('types a kept secret into a session rather than a variable, and masks it in log, recording and screen', async () => {
  const { home, run, start, write, screen: screenOf } = await openSessions({ DB_PASS: 'of the environment' });
  await run('terminal secret set', { name: 'DB_PASS', value: VALUE });
  const { sessionId } = await start({
    command: `read -r x; printf '<corr3ct'; sleep 0.5; printf ' horse> %s' "\${#x}"; read -r y # ${VALUE}`,
  });
  await write(sessionId, '{secret}{enter}', { secret: 'DB_PASS' });
  const wanted = `<[secret DB_PASS]> ${VALUE.length}`;
  const screen = await screenOf(sessionId, (rows) => rows.join('\n').includes(wanted));
  const list = (await run('terminal session list')).data;
  expect(JSON.stringify([list, screen]) + textsOf(home)).not.toContain(VALUE);
});

it('masks a secret of a run that goes on as a session', async () => {
  const { home, run } = await openSessions();
  await run('terminal secret set', { name: 'DB_PASS', value: VALUE });
  const { data } = await run('terminal exec', { command: 'echo "$DB_PASS"', secrets: ['DB_PASS'], background: true });
  expect(data).toMatchObject({ stdout: '[secret DB_PASS]\n' });
  expect(textsOf(home)).not.toContain(VALUE);
});
