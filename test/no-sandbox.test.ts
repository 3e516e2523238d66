import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { openSandbox, type Sandbox } from './kit/helve.ts';
import { connect } from './kit/mcp.ts';
import { withoutSandbox } from './kit/no-sandbox.ts';

const CAUSES =
  'bubblewrap: bwrap is not installed; namespaces: unshare, mount or setpriv (util-linux) is not installed';

const without = ({ run }: Pick<Sandbox, 'run'>, args: readonly string[]) => run(...withoutSandbox('helve', args));

const touch = { calls: [{ name: 'Bash', input: { command: 'touch made.txt' } }] };

describe('where there is no sandbox', () => {
  it('and it is required, no program runs, and the reason is plain', async () => {
    const sandbox = await openSandbox({}, { sandbox: 'required' });
    const args = ['terminal', 'exec', '--command', 'touch made.txt'];
    const { code, stdout } = await without(sandbox, args);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { error: { code: 'UNAVAILABLE', message: `There is no sandbox here, so nothing was run: ${CAUSES}` } },
    ]);
    await expect(readFile(join(sandbox.dir, 'made.txt'))).rejects.toThrow('ENOENT');
    // The same settings, where there is one.
    expect(await sandbox.helve(args)).toMatchObject({ code: 0 });
    expect(await readFile(join(sandbox.dir, 'made.txt'), 'utf8')).toBe('');
  });

  it.each([
    ['the flag', ['--sandbox', 'required'], {}],
    ['the settings', [], { sandbox: 'required' }],
  ])('and %s of the assistant requires it, the model is told that nothing ran', async (_, flags, settings) => {
    const assistant = await openAssistant([touch, { text: 'ok' }], {}, settings);
    const { stderr } = await without(assistant, ['-p', 'Go', ...flags]);
    expect(stderr).toContain('warning: There is no sandbox here: ');
    expect(stderr).toContain('No program will run, because ');
    expect(JSON.stringify(assistant.server.requests[1]?.body.messages.at(-1))).toContain('so nothing was run');
    await expect(readFile(join(assistant.dir, 'made.txt'))).rejects.toThrow('ENOENT');
  });

  it('and it is not required, programs need approval as before, and one notice says why', async () => {
    const assistant = await openAssistant([touch, touch, { text: 'ok' }]);
    const { stderr } = await without(assistant, ['-p', 'Go']);
    expect(stderr.match(/There is no sandbox here/g)).toHaveLength(1);
    expect(stderr).toContain('Programs run outside of it, so helve asks before they do.');
    expect(JSON.stringify(assistant.server.requests[1]?.body.messages.at(-1))).toContain('nobody can be asked');
    expect(assistant.server.requests[0]?.text).not.toContain('Programs run in a sandbox');
    await expect(readFile(join(assistant.dir, 'made.txt'))).rejects.toThrow('ENOENT');
  });

  it('helve mcp --sandbox runs no program', async () => {
    const sandbox = await openSandbox();
    const client = await connect({ ...sandbox, wrap: withoutSandbox }, ['--sandbox']);
    const { content } = await client.call('CliRun', { command: 'touch made.txt' });
    expect(content[0]?.text).toContain(`There is no sandbox here, so nothing was run: ${CAUSES}`);
    await expect(readFile(join(sandbox.dir, 'made.txt'))).rejects.toThrow('ENOENT');
  });

  it('helve doctor says so, and that it is an error where the settings require it', async () => {
    const sandbox = await openSandbox();
    const check = async () => JSON.parse((await without(sandbox, ['doctor', 'sandbox'])).stdout).data;
    const detail = `There is no sandbox here: ${CAUSES}`;
    expect(await check()).toMatchObject({
      ok: true,
      checks: [{ state: 'off', detail, hint: expect.stringContaining('apt install bubblewrap, dnf install') }],
    });
    await sandbox.helve(['config', 'set', '--key', 'sandbox', '--value', 'required']);
    expect(await check()).toMatchObject({
      ok: false,
      checks: [
        { state: 'failed', detail: expect.stringMatching(/No program runs, because .*settings\.json requires/) },
      ],
    });
    const { stdout } = await sandbox.helve(['doctor', 'sandbox']);
    expect(JSON.parse(stdout).data).toMatchObject({
      ok: true,
      checks: [{ state: 'ok', detail: expect.stringMatching(/^bubblewrap \d+\.\d+\.\d+ works \(setting required, /) }],
    });
  });

  it('helve explain says where a command would run', async () => {
    const sandbox = await openSandbox();
    const explain = ['explain', '--permission-mode', 'default', 'terminal', 'exec', '--command', 'make'];
    const { stdout } = await without(sandbox, explain);
    expect(JSON.parse(stdout).data).toMatchObject({
      policy: { verdict: 'ask', rule: 'mode default' },
      programs: {
        where: 'outside',
        text: expect.stringContaining('there is none on this machine'),
        state: { works: false },
      },
    });
  });
});
