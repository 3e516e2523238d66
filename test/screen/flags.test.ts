import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { systemOf } from '../kit/asked.ts';
import { openAssistant } from '../kit/assistant.ts';
import { KEYS, openScreen, showHelve } from '../kit/screen.ts';

const ok = () => ({ text: 'Understood.' });
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

describe('flags of the screen', () => {
  it('--model, --effort and --language are in the request, and the model in the status bar', async () => {
    const { screen, server } = await openScreen(ok, {
      args: ['--model', 'opus', '--effort', 'low', '--language=ko'],
    });
    await screen.shows('Claude Opus 5.5');
    screen.type('Hi', KEYS.enter);
    await screen.shows('Understood.');
    expect(server.requests[0]?.body).toMatchObject({ model: 'claude-opus-5-5', output_config: { effort: 'low' } });
    expect(await systemOf(server, 0)).toContain('Korean');
  });

  it.each(['plan', 'default', 'acceptEdits', 'bypassPermissions'])('--permission-mode %s is shown', async (mode) => {
    const { screen } = await openScreen(ok, { args: ['--permission-mode', mode] });
    await screen.shows(`Mode: ${mode}`);
  });

  it('--allowed-tools are not asked about, and others are', async () => {
    const { screen, dir, home } = await openScreen([bash('touch one'), bash('mkdir two'), ok()], {
      args: ['--allowed-tools', 'Bash(touch *)'],
    });
    onTestFinished(() => stopService(home));
    screen.type('Go', KEYS.enter);
    await screen.shows(/Allow Bash\?\n {2}\$ mkdir two/);
    expect(await readdir(dir)).toContain('one');
  });

  it('--max-turns and --max-cost end a turn, and that is said', async () => {
    const turns = await openScreen(() => bash('true'), { args: ['--max-turns', '1'] });
    turns.screen.type('Go', KEYS.enter);
    await turns.screen.shows('Request limit of this turn reached.');
    expect(turns.server.requests).toHaveLength(1);
    const cost = await openScreen(ok, { args: ['--max-cost', '0'] });
    cost.screen.type('Go', KEYS.enter);
    await cost.screen.shows('Spending limit reached.');
    expect(cost.server.requests).toHaveLength(0);
  });

  it('-c, -r, --resume, --fork and --name say which conversation it is', async () => {
    const sandbox = await openAssistant(ok);
    const { result } = await sandbox.askJson('The first words');
    for (const args of [['-c'], ['-r', result.session_id], [`--resume=${result.session_id}`]]) {
      const screen = showHelve(sandbox, { args });
      await screen.shows('The first words');
      screen.kill();
      await screen.exited;
    }
    const screen = showHelve(sandbox, { args: ['--continue', '--fork', '--name', 'Forked'] });
    await screen.shows('The first words');
    screen.type('More', KEYS.enter);
    await sandbox.server.received(2);
    await screen.shows(/> More[^]*Understood\./);
    const list = JSON.parse((await sandbox.helve(['session', 'list'])).stdout).data;
    expect(list.sessions.map(({ title }: { title: string }) => title).sort()).toEqual(['Forked', 'The first words']);
  });

  it('--cwd and --home say where it works and what it keeps', async () => {
    const sandbox = await openAssistant(ok, { 'sub/AGENTS.md': 'Whisper.' });
    const other = join(sandbox.dir, 'other');
    await mkdir(other);
    await writeFile(join(other, 'settings.json'), '{"language":"zh"}');
    const screen = showHelve(sandbox, { args: ['--cwd', 'sub', '--home', other] });
    await screen.shows('Context');
    screen.type('Hi', KEYS.enter);
    await screen.shows('Understood.');
    expect(await systemOf(sandbox.server, 0)).toMatch(/Chinese.*Whisper/);
    expect(await readdir(other)).toContain('projects');
  });

  it.each([
    [['--permission-mode', 'yolo'], '--permission-mode must be one of plan'],
    [['--max-turns', '0'], '--max-turns must be at least 1'],
    [['-r', 'nowhere'], 'There is no conversation "nowhere"'],
    [['-c'], 'There is no conversation in this folder yet'],
    [['--fork'], '--fork needs -c or -r'],
  ])('%j is told', async (args, says) => {
    const sandbox = await openAssistant(ok);
    const screen = showHelve(sandbox, { args });
    await screen.shows(says);
  });
});
