import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { OPEN_POLICY } from '../authority.ts';
import { compileConfinement } from './compile.ts';
import { createPolicy } from '../create.ts';
import type { Mode } from '../index.ts';
import { parseRule } from '../rule.ts';

async function makeFolders() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'helve-policy-')));
  onTestFinished(() => rm(base, { recursive: true }));
  const [user, project] = [join(base, 'user'), join(base, 'user/project')];
  await mkdir(join(project, '.git'), { recursive: true });
  await mkdir(join(project, 'sub'));
  return { user, project, sub: join(project, 'sub') };
}

async function compile(
  { cwd, user }: { readonly cwd: string; readonly user: string },
  mode: Mode = 'default',
  rules: readonly string[] = [],
  roots?: readonly string[],
) {
  const parsed = rules.map((text) => {
    const [verdict = '', ...rest] = text.split(' ');
    return parseRule(verdict as 'deny', rest.join(' '), 'test');
  });
  const base = { root: cwd, home: user };
  const policy = await createPolicy({ mode, modeSource: 't', rules: parsed, base, cwd, ...(roots ? { roots } : {}) });
  return compileConfinement(policy, { cwd, env: { HOME: user }, home: join(user, '.helve') });
}

it('the project is writable from anywhere in it, and the home of helve is hidden', async () => {
  const { user, project, sub } = await makeFolders();
  expect(await compile({ cwd: sub, user })).toMatchObject({
    project,
    writable: [project],
    readOnly: [],
    hidden: [join(user, '.helve')],
    guarded: expect.arrayContaining([join(project, '.claude'), join(sub, '.mcp.json'), join(user, '.bashrc')]),
    keepTemp: true,
  });
});

it('an open policy has a confinement too', async () => {
  const { user, project } = await makeFolders();
  const place = { cwd: project, env: { HOME: user }, home: join(user, '.helve') };
  expect(compileConfinement(OPEN_POLICY, place)).toMatchObject({ writable: [project] });
});

it('nothing is writable in mode plan, or where all edits are denied', async () => {
  const { user, project } = await makeFolders();
  const place = { cwd: project, user };
  expect(await compile(place, 'plan')).toMatchObject({ writable: [], keepTemp: false });
  expect(await compile(place, 'bypassPermissions', ['deny Edit'])).toMatchObject({ writable: [], keepTemp: false });
});

it('deny and ask rules on paths hide and make read-only', async () => {
  const { user, project } = await makeFolders();
  const rules = [
    'deny Read(~/.ssh/**)',
    'ask Read(.env)',
    'deny Edit(src/gen/**)',
    'deny Bash(git push)',
    'deny fs read(x)',
  ];
  expect(await compile({ cwd: project, user }, 'default', rules)).toMatchObject({
    hidden: [join(user, '.helve'), join(user, '.ssh/**'), join(project, '**/.env')],
    readOnly: [join(project, 'src/gen/**')],
  });
});

it('ask rules do not restrict a caller that is never asked', async () => {
  const { user, project } = await makeFolders();
  expect(await compile({ cwd: project, user }, 'bypassPermissions', ['ask Read(.env)'])).toMatchObject({
    hidden: [join(user, '.helve')],
  });
});

it('an allow rule makes a folder outside the project writable, and a guarded path of it', async () => {
  const { user, project } = await makeFolders();
  const rules = ['allow Edit(~/cache/**)', 'allow Edit(.git/hooks/**)', 'allow Edit', 'allow Edit(~/**/x)'];
  const { writable, guarded } = await compile({ cwd: project, user }, 'default', rules);
  expect(writable).toEqual([project, join(user, 'cache'), join(project, '.git/hooks')]);
  expect(guarded).not.toContain(join(project, '.git/hooks'));
});

it.each(['/', '/etc', '/etc/ssh', '/usr/lib', '/home', '/tmp'])('%s is not a project', async (cwd) => {
  expect(await compile({ cwd, user: '/home/somebody' })).toMatchObject({ writable: [] });
});

it('a home folder is not a project, but a folder in it is', async () => {
  const { user } = await makeFolders();
  await mkdir(join(user, '.git'));
  await mkdir(join(user, 'notes'));
  expect(await compile({ cwd: user, user })).toMatchObject({ writable: [] });
  expect(await compile({ cwd: join(user, 'notes'), user })).toMatchObject({ writable: [join(user, 'notes')] });
});

it('roots limit what is writable, and hide the rest of the home folder', async () => {
  const { user, project, sub } = await makeFolders();
  expect(await compile({ cwd: project, user }, 'default', [], [sub])).toMatchObject({
    writable: [],
    hidden: [join(user, '.helve'), user],
    shown: [sub, ...['spill', 'skills', 'plugins'].map((name) => join(user, '.helve', name))],
  });
});

it.each([
  [[], 'closed'],
  [['allow Network'], 'open'],
  [['allow Network', 'deny Network'], 'closed'],
  [['allow Network', 'ask Network'], 'closed'],
  [['allow Network', 'deny Network(domain:evil.com)'], { hosts: ['*'], except: ['evil.com'] }],
  [['allow Network(domain:*.NPMjs.org)', 'allow Network(domain:npmjs.org)'], { hosts: ['npmjs.org'] }],
  [['allow Network(domain:a.com)', 'deny Network(domain:b.a.com)'], { hosts: ['a.com'], except: ['b.a.com'] }],
  [['allow Network(domain:b.a.com)', 'deny Network(domain:a.com)'], 'closed'],
  [['allow WebFetch(domain:a.com)', 'allow *', 'allow Network(a.com)'], 'closed'],
])('the rules %j give the network %j', async (rules, network) => {
  const { user, project } = await makeFolders();
  expect(await compile({ cwd: project, user }, 'default', rules)).toMatchObject({ network });
});

it.each([
  [['allow Socket(~/agent.sock)'], ['agent.sock']],
  [['allow Socket(~/agent.sock)', 'deny Socket(~/agent.sock)'], []],
  [['allow Socket(~/a.sock)', 'allow Socket(~/*.sock)', 'deny Socket(~/b.sock)'], ['a.sock']],
  [['allow Socket(~/agent.sock)', 'deny Socket'], []],
])('the rules %j open the sockets %j', async (rules, names) => {
  const { user, project } = await makeFolders();
  const { sockets } = await compile({ cwd: project, user }, 'default', rules);
  expect(sockets).toEqual(names.map((name) => join(user, name)));
});

it('mode plan opens no network and no sockets', async () => {
  const { user, project } = await makeFolders();
  const rules = ['allow Network', 'allow Socket(/run/x.sock)'];
  expect(await compile({ cwd: project, user }, 'plan', rules)).toMatchObject({ network: 'closed', sockets: [] });
});

it('rules on hosts and sockets allow no command', async () => {
  const { project: cwd, user: home } = await makeFolders();
  const rules = ['Network', 'Network(domain:a.com)', 'Socket(/x)'].map((text) => parseRule('allow', text, 'test'));
  const policy = await createPolicy({ mode: 'default', modeSource: 't', rules, base: { root: cwd, home }, cwd });
  const request = { command: 'fs write', effect: 'modify', touches: [], hosts: ['a.com'] } as const;
  expect(policy.judge(request)).toMatchObject({ verdict: 'ask' });
});
