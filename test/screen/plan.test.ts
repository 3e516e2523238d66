import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asked } from '../kit/asked.ts';
import { openAssistant } from '../kit/assistant.ts';
import { KEYS, openScreen } from '../kit/screen.ts';

const PLAN = { text: '1. Write *a.txt*\n', calls: [{ name: 'ExitPlanMode', input: {} }] };
const WRITE = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'new\n' } }] };
const DONE = { text: 'Understood.' };

/** A screen in plan mode whose model has written a plan and asks what to do. */
async function openPlanned(script: Parameters<typeof openScreen>[0]) {
  const opened = await openScreen(script, { args: ['--permission-mode', 'plan'] });
  opened.screen.type('Make a file', KEYS.enter);
  await opened.screen.shows(
    /1\. Write a\.txt[^]*Carry out this plan\?\n❯ Yes, and ask before changes\n {2}Yes, and accept edits\n {2}No, keep planning\n {2}Something else/,
  );
  expect((await asked(opened.server, 0)).text).toContain('call ExitPlanMode');
  return opened;
}

describe('a plan', () => {
  it('that is approved of is carried out, and changes are asked about', async () => {
    const { screen, server } = await openPlanned([PLAN, WRITE, DONE]);
    screen.type(KEYS.enter);
    await screen.shows('Allow Write?');
    expect((await asked(server, 1)).text).toMatch(/The user approves of the plan\.\n\[Plan mode has ended/);
    await screen.shows('Mode: default');
  });

  it('that is approved of with its edits is carried out', async () => {
    const { screen, dir } = await openPlanned([PLAN, WRITE, DONE]);
    screen.type(KEYS.down, KEYS.enter);
    await screen.shows('Understood.');
    await screen.shows('Mode: acceptEdits');
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('new\n');
  });

  it.each([
    ['as it is', [KEYS.down, KEYS.down, KEYS.enter], 'keep planning.'],
    ['and is to be another', [KEYS.up, KEYS.enter], 'They say: With tests'],
  ])('that is not wanted, %s, is not carried out', async (_, keys, told) => {
    const { screen, server, dir } = await openPlanned([PLAN, WRITE, DONE]);
    screen.type(...keys);
    if (told.includes('tests')) {
      await screen.showsNoMore('❯');
      screen.type('With tests', KEYS.enter);
    }
    await screen.shows('Understood.');
    await screen.shows('Mode: plan');
    expect((await asked(server, 1)).text).toContain(told);
    await expect(access(join(dir, 'a.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('needs no approval where it is carried out already', async () => {
    const { screen, server } = await openScreen([PLAN, DONE]);
    screen.type('Make a file', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('Plan mode has already ended');
  });

  it('is not asked about where nobody can answer', async () => {
    const { ask, server } = await openAssistant([DONE]);
    await ask('Make a file', ['--permission-mode', 'plan']);
    expect(server.requests[0]?.text).toContain('[Plan mode:');
    expect(server.requests[0]?.text).not.toContain('ExitPlanMode');
  });

  it('is not asked about where a rule forbids it', async () => {
    const settings = { permissions: { deny: ['ExitPlanMode'] } };
    const { screen, server } = await openScreen([DONE], { args: ['--permission-mode', 'plan'], settings });
    screen.type('Make a file', KEYS.enter);
    await screen.shows('Understood.');
    expect(server.requests[0]?.text).toContain('[Plan mode:');
    expect(server.requests[0]?.text).not.toContain('ExitPlanMode');
  });
});
