import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';
import { PromptMarks } from './prompt-marks.ts';

// A processor whose system calls we have no numbers of: the kernel cannot be asked.
vi.mock('node:process', async (original) => ({ ...(await original<object>()), arch: 'none' }));

describe.each(['bash', 'zsh', 'sh'])('where the kernel cannot be asked, in %s', (shell) => {
  const env = { SHELL: `/bin/${shell}` };

  it('the shell tells that it asks for a command, and that it runs one', async () => {
    const { start, write, read } = await openSessions(env);
    const { sessionId } = await start();
    expect(await write(sessionId, 'echo one{enter}')).toMatchObject({
      responseOutput: expect.stringContaining('one\n'),
      reason: 'waiting',
      waitingForInput: true,
      evidence: 'marks',
    });
    // What looks like its prompt is not.
    await write(sessionId, `printf 'two\\n$ '; read answer; echo three{enter}`);
    expect(await read(sessionId, { until: 'prompt' })).toMatchObject({ reason: 'waiting', evidence: 'prompt' });
    await write(sessionId, '{enter}');
    expect(await read(sessionId, { until: 'prompt' })).toMatchObject({ reason: 'prompt', evidence: 'marks' });
  });

  it('a question of a program is told from how it ends', async () => {
    const { start, write } = await openSessions(env);
    const { sessionId } = await start();
    expect(await write(sessionId, `printf 'Go on? '; read answer{enter}`)).toMatchObject({
      waitingForInput: true,
      evidence: 'prompt',
    });
    expect(await write(sessionId, 'y{enter}')).toMatchObject({ waitingForInput: true, evidence: 'marks' });
  });

  it('what the shell starts finds nothing of the marks', async () => {
    const { start, write, dir } = await openSessions(env);
    const { sessionId } = await start();
    await write(sessionId, `env > found{enter}`);
    const found = await readFile(join(dir, 'found'), 'utf8');
    expect(found).not.toMatch(/PROMPT_COMMAND|PS0|HELVE_ZDOTDIR|^ZDOTDIR/m);
  });
});

it('the own files of a zsh are read as ever, from where they are', async () => {
  const { start, write, dir } = await openSessions({ SHELL: '/bin/zsh' });
  await writeFile(join(dir, '.zshenv'), 'FROM_ENV=1\n');
  await writeFile(join(dir, '.zshrc'), 'FROM_RC=1\n');
  const { sessionId } = await start({ env: { ZDOTDIR: dir } });
  const { responseOutput, evidence } = await write(sessionId, 'echo "<$FROM_ENV$FROM_RC|$ZDOTDIR>"{enter}');
  expect(responseOutput).toContain(`<11|${dir}>`);
  expect(evidence).toBe('marks');
});

it('a mark is found however it is cut into pieces', () => {
  const text = 'a\x1b]133;C\x07running\x1b]133;A\x07$ ';
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const marks = new PromptMarks();
      const ends = [...cuts.toSorted((one, other) => one - other), text.length];
      ends.forEach((end, index) => marks.printed(Buffer.from(text.slice(ends[index - 1] ?? 0, end))));
      expect(marks.state).toBe('asks');
    }),
  );
});
