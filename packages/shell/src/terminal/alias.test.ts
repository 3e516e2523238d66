import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandError } from '@helve/command';
import { authorityOf, createPolicy, parseRule, type Policy } from '@helve/policy';
import { expect, it } from 'vitest';
import type { Output as ExecResult } from '../commands/terminal/exec.ts';
import { openWorkspace, type Workspace } from '../testing/workspace.ts';

function policyOf(workspace: Workspace, mode: Policy['mode'], rules: readonly string[] = []): Promise<Policy> {
  const [verdict = '', ...rest] = rules;
  return createPolicy({
    mode,
    modeSource: 'the test',
    rules: rest.map((text) => parseRule(verdict as 'allow' | 'deny', text, 'the test')),
    base: { root: workspace.dir, home: undefined },
    cwd: workspace.dir,
  });
}

it('keeps aliases for the owner only, lists them, and takes them away', async () => {
  const { home, data, error } = await openWorkspace();
  expect(await data('terminal alias set', { name: 'b', command: 'echo b' })).toEqual({
    status: 'set',
    name: 'b',
    command: 'echo b',
  });
  await data('terminal alias set', { name: 'a', command: 'echo a' });
  expect(await data('terminal alias set', { name: 'b', command: 'echo c' })).toMatchObject({ replaced: 'echo b' });
  expect(await data('terminal alias list')).toEqual({ aliases: { a: 'echo a', b: 'echo c' }, count: 2 });
  expect((await stat(join(home, 'aliases.json'))).mode & 0o777).toBe(0o600);
  expect(await data('terminal alias remove', { name: 'b' })).toMatchObject({ status: 'removed', command: 'echo c' });
  expect(await error('terminal alias remove', { name: 'b' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await data('terminal alias list')).toEqual({ aliases: { a: 'echo a' }, count: 1 });
});

it.each(['/bin/bash', '/bin/zsh', '/bin/sh'])('runs an alias with its arguments as they are, in %s', async (SHELL) => {
  const { data } = await openWorkspace({}, { SHELL });
  await data('terminal alias set', { name: 'say', command: "printf '<%s>' first \n" });
  const words = ['a b', "it's", '$HOME `id` $(id)', '; id', '*', '', '~', '=ls', '-n', 'a\nb', '!x', '#c', '\\'];
  const { stdout } = await data<ExecResult>('terminal exec', { alias: 'say', arguments: words });
  expect(stdout).toBe(['first', ...words].map((word) => `<${word}>`).join(''));
});

it('puts the line that was run into the history', async () => {
  const { data } = await openWorkspace();
  await data('terminal alias set', { name: 'say', command: 'echo' });
  await data('terminal exec', { alias: 'say', arguments: ['x y'] });
  expect(await data('terminal history')).toMatchObject({ entries: [{ command: "echo 'x y'" }] });
});

it.each([
  ['a deny rule holds though nothing is asked', 'bypassPermissions', ['deny', 'terminal exec(rm *)'], false],
  ['an allow rule for the line allows it', 'default', ['allow', 'terminal exec(touch *)', 'terminal exec(rm *)'], true],
  ['a rule for one of its commands is not enough', 'default', ['allow', 'terminal exec(touch *)'], false],
  ['nothing is run in plan mode', 'plan', [], false],
] as const)('judges what an alias stands for: %s', async (_, mode, rules, allowed) => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  await workspace.data('terminal alias set', { name: 'ls', command: 'touch b.txt && rm' });
  const policy = await policyOf(workspace, mode, rules);
  const input = { alias: 'ls', arguments: ['a.txt'] };
  const answer = await workspace.run('terminal exec', input, { authority: authorityOf(policy) }).then(
    ({ data }) => (data as ExecResult).status,
    (error: CommandError) => error.code,
  );
  expect(answer).toBe(allowed ? 'success' : 'PERMISSION_DENIED');
  const { stdout } = await workspace.data<ExecResult>('terminal exec', { command: 'ls' });
  expect(stdout).toBe(allowed ? 'b.txt\n' : 'a.txt\n');
});

it('runs an alias that only inspects where nothing else may be run', async () => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  await workspace.data('terminal alias set', { name: 'look', command: 'ls' });
  const policy = await policyOf(workspace, 'plan');
  expect(
    (await workspace.run('terminal exec', { alias: 'look' }, { authority: authorityOf(policy) })).data,
  ).toMatchObject({
    stdout: 'a.txt\n',
  });
});

it.each([
  [{ alias: 'gone' }, 'NOT_FOUND'],
  [{ alias: '__proto__' }, 'NOT_FOUND'],
  [{ alias: 'say', command: 'ls' }, 'INVALID_INPUT'],
  [{ alias: 'say', script: 'x.sh' }, 'INVALID_INPUT'],
  [{ arguments: ['x'], command: 'ls' }, 'INVALID_INPUT'],
  [{ alias: 'say', arguments: ['a\0b'] }, 'INVALID_INPUT'],
])('refuses %j', async (input, code) => {
  const { data, error } = await openWorkspace();
  await data('terminal alias set', { name: 'say', command: 'echo' });
  expect(await error('terminal exec', input)).toMatchObject({ code });
});

it.each([
  { name: '-x', command: 'ls' },
  { name: 'a b', command: 'ls' },
  { name: 'x', command: ' ' },
])('does not set %j', async (input) => {
  const { error } = await openWorkspace();
  expect(await error('terminal alias set', input)).toMatchObject({ code: 'INVALID_INPUT' });
});

it('says that the file is broken, and leaves it alone', async () => {
  const { home, data, error } = await openWorkspace();
  await data('terminal alias set', { name: 'a', command: 'ls' });
  await writeFile(join(home, 'aliases.json'), '{');
  for (const [path, input] of [
    ['terminal alias list', {}],
    ['terminal alias set', { name: 'b', command: 'ls' }],
    ['terminal exec', { alias: 'a' }],
  ] as const) {
    expect(await error(path, input)).toMatchObject({ code: 'INVALID_SETTINGS' });
  }
});
