import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace } from '../testing/workspace.ts';
import { looksLikeCredential } from '@helve/processes';

it('gives what was set to every command, until it is unset', async () => {
  const workspace = await openWorkspace();
  const echo = { command: 'echo "[$GREETING]"' };
  expect(await workspace.data('terminal env set', { name: 'GREETING', value: 'a b\n$c' })).toEqual({
    status: 'set',
    name: 'GREETING',
    value: 'a b\n$c',
    scope: 'global',
  });
  expect(await workspace.data('terminal env get', { name: 'GREETING' })).toEqual({
    name: 'GREETING',
    value: 'a b\n$c',
    source: 'global',
  });
  expect(await workspace.data('terminal exec', echo)).toMatchObject({ stdout: '[a b\n$c]\n' });
  expect(await workspace.data('terminal env unset', { name: 'GREETING' })).toEqual({
    status: 'unset',
    name: 'GREETING',
    scope: 'global',
  });
  expect(await workspace.data('terminal exec', echo)).toMatchObject({ stdout: '[]\n' });
});

it('keeps no value in plain text, reads those that are, and recovers from a lost key', async () => {
  const workspace = await openWorkspace();
  const [file, key] = ['environment.json', 'environment.key'].map((name) => join(workspace.home, name));
  await workspace.run('terminal env set', { name: 'PLAIN_NAME', value: 'the value itself' });
  expect(await readFile(file ?? '', 'utf8')).not.toMatch(/the value|dGhlIHZhbHVl/);
  expect((await stat(key ?? '')).mode & 0o777).toBe(0o600);
  await writeFile(file ?? '', JSON.stringify({ variables: { OLD: 'kept' }, removed: [] }));
  expect(await workspace.data('terminal exec', { command: 'echo $OLD' })).toMatchObject({ stdout: 'kept\n' });
  await workspace.run('terminal env set', { name: 'NEW', value: 'second' });
  expect(await readFile(file ?? '', 'utf8')).not.toMatch(/kept|second/);
  expect(await workspace.data('terminal exec', { command: 'echo $OLD $NEW' })).toMatchObject({
    stdout: 'kept second\n',
  });
  await rm(key ?? '');
  expect(await workspace.error('terminal exec', { command: 'true' })).toMatchObject({
    code: 'INVALID_SETTINGS',
    message: expect.stringContaining('environment.key'),
  });
  for (const name of ['OLD', 'NEW']) await workspace.run('terminal env unset', { name });
  expect(await workspace.data('terminal exec', { command: 'true' })).toMatchObject({ status: 'success' });
});

it('takes an inherited variable away, and gives another in its place', async () => {
  const workspace = await openWorkspace({}, { DEBUG: 'all' });
  const echo = { command: 'echo "[$DEBUG]"' };
  await workspace.run('terminal env unset', { name: 'DEBUG' });
  expect(await workspace.data('terminal exec', echo)).toMatchObject({ stdout: '[]\n' });
  await workspace.run('terminal env set', { name: 'DEBUG', value: 'some' });
  expect(await workspace.data('terminal exec', echo)).toMatchObject({ stdout: '[some]\n' });
});

it('hides values that look like credentials in what programs print, in logs and in sessions', async () => {
  const workspace = await openWorkspace({}, {});
  await workspace.run('terminal env set', { name: 'MY_API_KEY', value: 'stored-value' });
  await workspace.run('terminal env set', { name: 'MODE', value: 'test-mode' });
  const command = 'echo "$MODE $MY_API_KEY $OWN_TOKEN"; test "$MY_API_KEY" = stored-val""ue && echo same';
  const input = { command, env: { OWN_TOKEN: 'given-value' } };
  const stdout = 'test-mode [secret MY_API_KEY] [secret OWN_TOKEN]\nsame\n';
  expect(await workspace.data('terminal exec', input)).toMatchObject({ stdout });
  expect(await workspace.data('terminal env get', { name: 'MY_API_KEY' })).toMatchObject({ value: 'stored-value' });
  const kept = await readFile(join(workspace.home, 'history.jsonl'), 'utf8');
  expect(kept).not.toMatch(/stored-value|given-value/);
});

it('lists what commands get, masks what looks secret and names what is withheld', async () => {
  const workspace = await openWorkspace({}, { NPM_TOKEN: 't', PROXY: 'http://me:pw@host/' });
  await workspace.run('terminal env set', { name: 'MY_API_KEY', value: 'k' });
  const { PATH = '' } = process.env;
  expect(await workspace.data('terminal env list')).toEqual({
    variables: {
      HOME: join(workspace.dir, '..'),
      LANG: 'C.UTF-8',
      MY_API_KEY: '••••••',
      PATH,
      PROXY: '••••••',
      SHELL: '/bin/bash',
    },
    count: 6,
    masked: ['MY_API_KEY', 'PROXY'],
    withheld: ['NPM_TOKEN'],
  });
  expect(await workspace.data('terminal env get', { name: 'MY_API_KEY' })).toMatchObject({ value: 'k' });
  expect(await workspace.error('terminal env get', { name: 'NPM_TOKEN' })).toMatchObject({ code: 'ACCESS_DENIED' });
});

it('does all four by their action too, as the tool has it', async () => {
  const workspace = await openWorkspace();
  const env = (input: object) => workspace.data('terminal env', input);
  expect(await env({ action: 'set', name: 'A', value: '' })).toMatchObject({ status: 'set', value: '' });
  expect(await env({ action: 'get', name: 'A' })).toEqual({ name: 'A', value: '', source: 'global' });
  expect(await env({ action: 'list' })).toMatchObject({ count: 5, variables: { A: '' } });
  expect(await env({ action: 'unset', name: 'A' })).toMatchObject({ status: 'unset' });
});

it.each([
  ['terminal env', { action: 'get' }, 'INVALID_INPUT', 'get needs --name'],
  ['terminal env', { action: 'set', name: 'A' }, 'INVALID_INPUT', 'set needs --value'],
  ['terminal env set', { name: '1A', value: '' }, 'INVALID_INPUT', '"1A" cannot be the name of a variable'],
  [
    'terminal env set',
    { name: '__proto__', value: '' },
    'INVALID_INPUT',
    '"__proto__" cannot be the name of a variable',
  ],
  [
    'terminal env set',
    { name: 'HELVE_RUN', value: '' },
    'INVALID_INPUT',
    '"HELVE_RUN" cannot be the name of a variable',
  ],
  [
    'terminal env set',
    { name: 'A', value: '\0' },
    'INVALID_INPUT',
    'The value of A holds a NUL byte, which no variable can',
  ],
  ['terminal env get', { name: 'PTAH' }, 'NOT_FOUND', 'There is no variable PTAH'],
  ['terminal env get', { name: 'toString' }, 'NOT_FOUND', 'There is no variable toString'],
])('%s refuses %j', async (path, input, code, message) => {
  const workspace = await openWorkspace();
  expect(await workspace.error(path, input)).toMatchObject({ code, message });
});

it('loses nothing when many write at once', async () => {
  const workspace = await openWorkspace();
  const names = Array.from({ length: 20 }, (_, index) => `V${index}`);
  await Promise.all(names.map((name) => workspace.run('terminal env set', { name, value: name })));
  const file = join(workspace.home, 'environment.json');
  const { variables } = JSON.parse(await readFile(file, 'utf8'));
  expect(Object.keys(variables).sort()).toEqual(names.sort());
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('takes over the lock of a process that is gone', async () => {
  const workspace = await openWorkspace();
  await workspace.run('terminal env set', { name: 'A', value: '1' });
  await writeFile(join(workspace.home, 'environment.json.lock'), '4194305');
  await workspace.run('terminal env set', { name: 'B', value: '2' });
  expect(await workspace.data('terminal env get', { name: 'A' })).toMatchObject({ value: '1' });
  await expect(stat(join(workspace.home, 'environment.json.lock'))).rejects.toThrow('ENOENT');
});

it('does not take a broken file for an empty one', async () => {
  const workspace = await openWorkspace();
  await workspace.run('terminal env set', { name: 'A', value: '1' });
  const file = join(workspace.home, 'environment.json');
  await writeFile(file, '{');
  expect(await workspace.error('terminal exec', { command: 'true' })).toMatchObject({ code: 'INVALID_SETTINGS' });
  expect(await workspace.error('terminal env set', { name: 'B', value: '' })).toMatchObject({
    code: 'INVALID_SETTINGS',
  });
  expect(await readFile(file, 'utf8')).toBe('{');
});

it.each([
  'GITHUB_TOKEN',
  'OPENAI_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'PGPASSWORD',
  'MYSQL_PWD',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'npm_config__authToken',
  'APIKEY',
  'SSH_KEY_PASSPHRASE',
  'DB_PASS',
])('takes %s for a credential', (name) => {
  expect(looksLikeCredential(name)).toBe(true);
});

it.each([
  'PATH',
  'PWD',
  'OLDPWD',
  'SSH_AUTH_SOCK',
  'KEYTIMEOUT',
  'TOKENIZERS_PARALLELISM',
  'MONKEY',
  'XKB_DEFAULT_LAYOUT',
  'GIT_ASKPASS',
  'COMPASS_HOME',
  'AUTHOR',
])('takes %s for harmless', (name) => {
  expect(looksLikeCredential(name)).toBe(false);
});
