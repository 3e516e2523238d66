import { symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../kit/helve.ts';
import { connect } from '../kit/mcp.ts';

/** A helve in a repository, for a caller who cannot be asked. */
async function openRepository(permissions: object = {}) {
  const sandbox = await openSandbox({ 'a.txt': 'a\n', 'secret/s.txt': 'BAIT-SECRET\n' }, { permissions });
  await sandbox.run('git', ['init', '-q']);
  const say = async (mode: string, ...args: readonly string[]) =>
    JSON.parse((await sandbox.helve([...args, '--permission-mode', mode])).stdout) as {
      readonly ok: boolean;
      readonly error?: { readonly code: string; readonly message: string };
    };
  return { ...sandbox, say };
}

const WITH_NETWORK = ['terminal', 'exec', '--network', '--command', 'true'] as const;
const DENIED = { ok: false, error: { code: 'PERMISSION_DENIED' } };

describe('a program that is given the network of the machine', () => {
  it.each([
    ['plan', {}],
    ['default', {}],
    ['acceptEdits', {}],
    ['plan', { allow: ['Network'] }],
    ['default', { allow: ['Network'], deny: ['Network'] }],
    ['default', { allow: ['Bash', 'terminal exec'] }],
  ])('needs approval in mode %s with %j', async (mode, permissions) => {
    const { say } = await openRepository(permissions);
    expect(await say(mode, ...WITH_NETWORK)).toMatchObject(DENIED);
  });

  it('runs where a rule allows the whole network', async () => {
    const { say } = await openRepository({ allow: ['Network'] });
    expect(await say('default', ...WITH_NETWORK)).toMatchObject({ ok: true });
  });

  it('needs approval through a call of a tool too', async () => {
    const sandbox = await openSandbox();
    const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'plan', '--sandbox']);
    const params = { command: 'true', network: true };
    expect(await client.call('ToolCall', { tool: 'terminal.exec', params })).toMatchObject({ isError: true });
  });
});

it('the recording of a session is a file that needs permission to be written', async () => {
  const { say } = await openRepository();
  const args = ['terminal', 'session', 'export', '--session-id', 'none', '--to', 'out.cast'];
  expect(await say('plan', ...args)).toMatchObject(DENIED);
});

it.each(['packed-refs', 'shallow', 'MERGE_HEAD'])(
  'git does not read a denied file through a link .git/%s',
  async (name) => {
    const { say, dir } = await openRepository({ deny: ['Read(secret/**)'] });
    await unlink(join(dir, '.git', name)).catch(() => {});
    await symlink(join(dir, 'secret/s.txt'), join(dir, '.git', name));
    const answer = await say('default', 'git', 'status');
    expect(answer).toMatchObject(DENIED);
    expect(JSON.stringify(answer)).not.toContain('BAIT-SECRET');
  },
);

it('an agent types no variable of the environment of helve as a secret', async () => {
  const sandbox = await openSandbox();
  Object.assign(sandbox.env, { SOME_API_KEY: 'BAIT-SECRET' });
  const client = await connect(sandbox, []);
  await client.call('CliSession', { sessionId: 'one', command: 'cat' });
  const answer = await client.call('CliWrite', { sessionId: 'one', input: '{secret}{enter}', secret: 'SOME_API_KEY' });
  expect(answer).toMatchObject({ isError: true });
  expect(JSON.stringify(answer)).not.toContain('BAIT-SECRET');
});
