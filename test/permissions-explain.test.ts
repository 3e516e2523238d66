import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';
import { say } from './kit/said.ts';

const explain = async (sandbox: Sandbox, ...args: readonly string[]) => (await say(sandbox, ...args)).data.policy;

const permissions = { allow: ['Bash(make *)'], ask: ['fs write'], deny: ['Read(secret/**)'], mode: 'default' };

it.each([
  ['fs read --path secret/a', 'deny', 'Read(secret/**)'],
  ['fs write --path a --content x', 'ask', 'fs write'],
  ['terminal exec --command "make all"', 'allow', 'Bash(make *)'],
  ['terminal exec --command "make all; rm a"', 'ask', 'mode default'],
  ['fs read --path a', 'allow', 'mode default'],
])('permissions explain: %s is %s by %s, and the file that says so', async (line, verdict, rule) => {
  const sandbox = await openSandbox({}, { permissions, sandbox: 'off' });
  const source = join(sandbox.home, 'settings.json');
  expect(await explain(sandbox, 'permissions', 'explain', line)).toMatchObject({ verdict, rule, source });
});

it.each([
  ['make', [], { verdict: 'allow', rule: 'sandbox auto' }, { where: 'inside', confinement: { network: 'closed' } }],
  ['make', ['--no-sandbox'], { verdict: 'ask', rule: 'sandbox auto' }, { where: 'outside' }],
  ['docker ps', [], { verdict: 'allow', rule: 'Unconfined(docker *)' }, { where: 'outside' }],
  ['make', ['--permission-mode', 'plan'], { verdict: 'allow' }, { where: 'inside', confinement: { writable: [] } }],
])('explain says where the programs of %s %j would run', async (line, flags, policy, programs) => {
  const rules = { mode: 'default', allow: ['Unconfined(docker *)'] };
  const sandbox = await openSandbox({}, { permissions: rules });
  const { data } = await say(sandbox, 'explain', 'terminal', 'exec', '--command', line, ...flags);
  expect(data).toMatchObject({ policy, programs });
});

it('a mode and a state folder that the line names count as when it is run', async () => {
  const sandbox = await openSandbox({}, { permissions });
  const words = ['fs', 'write', '--path', 'a', '--content', 'x'];
  for (const mode of [
    ['permissions', 'explain', ...words, '--permission-mode', 'plan'],
    ['--permission-mode', 'plan', 'permissions', 'explain', ...words],
    ['explain', ...words, '--permission-mode=plan'],
  ]) {
    expect(await explain(sandbox, ...mode)).toMatchObject({ verdict: 'deny', rule: 'mode plan' });
  }
  await mkdir(join(sandbox.dir, 'other'));
  await writeFile(join(sandbox.dir, 'other/settings.json'), '{"permissions":{"deny":["fs write"]}}');
  const other = await explain(sandbox, 'permissions', 'explain', ...words, '--home', 'other');
  expect(other).toMatchObject({ verdict: 'deny', rule: 'fs write' });
});
