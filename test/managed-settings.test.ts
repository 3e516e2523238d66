import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { openAssistant } from './kit/assistant.ts';
import { BINARY } from './kit/helve.ts';

const call = (name: string, input: object): ScriptedReply => ({ calls: [{ name, input }] });

/** An assistant on a machine whose administrator has these settings, in an /etc that only its processes see. */
async function openManaged(
  managed: object,
  script: readonly ScriptedReply[],
  { files = {}, settings = {} }: { readonly files?: Readonly<Record<string, string>>; readonly settings?: object } = {},
) {
  const sandbox = await openAssistant(script, files, settings);
  const folder = join(sandbox.dir, '..', 'etc-helve');
  await mkdir(folder);
  await writeFile(join(folder, 'settings.json'), JSON.stringify(managed));
  const mounts = ['--dev-bind', '/', '/', '--tmpfs', '/etc', '--ro-bind', folder, '/etc/helve'];
  const helve = (...args: readonly string[]) =>
    sandbox.run('bwrap', [...mounts, '--', process.execPath, BINARY, ...args]);
  return { ...sandbox, helve };
}

describe('settings of the administrator in /etc/helve', () => {
  it('deny what the user, the project and flags allow', async () => {
    const { helve, dir } = await openManaged(
      { permissions: { deny: ['Write(secret/**)'] }, sandbox: 'auto' },
      [call('Write', { file_path: 'secret/a.txt', content: 'x' }), { text: 'ok' }],
      { settings: { permissions: { allow: ['Write'], mode: 'bypassPermissions' } } },
    );
    const { code, stderr } = await helve('-p', 'Go', '--allowed-tools', 'Write');
    expect([code, stderr]).toEqual([1, expect.stringContaining('the rule Write(secret/**) forbids it')]);
    await expect(readFile(join(dir, 'secret/a.txt'))).rejects.toThrow('ENOENT');
  });

  it('limit the mode, also against a flag', async () => {
    const { helve } = await openManaged({ permissions: { mode: 'default' } }, [{ text: 'ok' }], {
      settings: { permissions: { mode: 'bypassPermissions' } },
    });
    const refused = await helve('-p', 'Go', '--permission-mode', 'bypassPermissions');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('The mode bypassPermissions is not allowed on this machine'),
    ]);
    const { stdout } = await helve('-p', 'Go', '--output-format', 'stream-json');
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ permission_mode: 'default' });
  });

  it('keep a sandbox required, also against a flag', async () => {
    const write = call('Bash', { command: 'echo x > ../outside.txt' });
    const { helve, dir, ask } = await openManaged(
      { sandbox: 'required' },
      [write, { text: 'ok' }, write, { text: 'ok' }],
      {
        settings: { sandbox: 'off' },
      },
    );
    const flags = ['--sandbox', 'off', '--permission-mode', 'bypassPermissions'];
    const outside = () => readFile(join(dir, '..', 'outside.txt'), 'utf8').catch(() => undefined);
    await helve('-p', 'Go', ...flags);
    expect(await outside()).toBeUndefined();
    await ask('Go', flags);
    expect(await outside()).toBe('x\n');
  });

  it('have the last word about single values, and are named as their origin', async () => {
    const { helve, server } = await openManaged({ model: 'haiku' }, [{ text: 'ok' }], {
      settings: { model: 'opus' },
      files: { '.helve/settings.json': '{"model":"sonnet"}' },
    });
    await helve('-p', 'Go');
    expect(server.requests[0]?.body.model).toBe('claude-haiku-4-5');
    const { stdout } = await helve('config', 'get', '--key', 'model', '--show-origin');
    expect(JSON.parse(stdout).data).toMatchObject({ value: 'haiku', origins: ['/etc/helve/settings.json'] });
  });
});
