import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { ALL, drawnAt, openTalking, SMALL_AND_USUAL, USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

describe('a choice', () => {
  const opened = (line: string, shown: string | RegExp) => async (size: ScreenSize) => {
    const { screen } = await openTalking([ANSWER], size);
    screen.type(line, KEYS.enter);
    await screen.shows(shown);
    return screen;
  };

  it('of a model', async () =>
    expect(await drawnAt(ALL, opened('/model haiku', 'enter to select'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

        Understood.

        0.0s · $0.0003

      > /model claude-haiku-4-5

      Change model to Claude Haiku 4.5?
      ❯ Yes
        No
        enter to select, esc to cancel
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Tell me about apples

      helve:

        Understood.

        0.0s · $0.0003

      > /model claude-haiku-4-5

      Change model to Claude Haiku 4.5?
      ❯ Yes
        No
        enter to select, esc to cancel
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Tell me about apples

      helve:

        Understood.

        0.0s · $0.0003

      > /model claude-haiku-4-5

      Change model to Claude Haiku 4.5?
      ❯ Yes
        No
        enter to select, esc to cancel
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  $0.0003  |  no sandbox"
    `));

  it('of where a note goes', async () =>
    expect(await drawnAt(ALL, opened('#use tabs', 'enter to select'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      helve:

        Understood.

        0.0s · $0.0003

      Remember "use tabs"
      ❯ In this project  AGENTS.md of the pro…
        Everywhere  AGENTS.md of your home
        enter to select, esc to cancel
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Tell me about apples

      helve:

        Understood.

        0.0s · $0.0003

      Remember "use tabs"
      ❯ In this project  AGENTS.md of the project
        Everywhere       AGENTS.md of your home
        enter to select, esc to cancel
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Tell me about apples

      helve:

        Understood.

        0.0s · $0.0003

      Remember "use tabs"
      ❯ In this project  AGENTS.md of the project
        Everywhere       AGENTS.md of your home
        enter to select, esc to cancel
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  $0.0003  |  no sandbox"
    `));

  it('of a theme', async () => {
    const scene = async (size: ScreenSize) => {
      const { screen } = await openTalking([ANSWER], size);
      screen.type('/theme');
      await screen.shows('❯ /theme');
      screen.type(KEYS.escape);
      await screen.showsNoMore('❯ /theme');
      screen.type(KEYS.enter);
      await screen.shows('enter to select');
      return screen;
    };
    expect(await drawnAt(USUAL, scene)).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Tell me about apples

      helve:

        Understood.

        0.0s · $0.0003

      > /theme

      Theme
      ❯ auto
        dark
        light
        high-contrast
        none
        enter to select, esc to cancel
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003"
    `);
  });

  it('of an earlier conversation', async () => {
    const scene = async (size: ScreenSize) => {
      const { screen } = await openTalking([ANSWER, ANSWER], size);
      for (const prompt of ['/clear', `Tell me about pears, ${'and more '.repeat(20)}`, '/clear']) {
        screen.type(prompt, KEYS.enter);
        if (prompt === '/clear') await screen.showsNoMore('Understood.');
        await screen.shows(prompt === '/clear' ? 'New conversation' : 'Understood.');
        await screen.showsNoMore('esc to stop');
      }
      screen.type('/resume', KEYS.enter);
      await screen.shows('enter to select');
      return screen;
    };
    expect(await drawnAt(ALL, scene)).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      New conversation. The previous one is 
      saved: /resume

      > /resume

      Resume
        Search: 
      ❯ Tell me about pe…  just now · 1 prompt
        Tell me about ap…  just now · 1 prompt
        enter to select, esc to cancel
      Mode: default  |  Context: 0% (0/1M)
      ── 80 x 24 ──

      New conversation. The previous one is saved: /resume

      > /resume

      Resume
        Search: 
      ❯ Tell me about pears, and more and more and more and more…  just now · 1 prompt
        Tell me about apples                      just now · 1 prompt
        enter to select, esc to cancel
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0
      ── 200 x 60 ──

      New conversation. The previous one is saved: /resume

      > /resume

      Resume
        Search: 
      ❯ Tell me about pears, and more and more and more and more an…  just now · 1 prompt
        Tell me about apples                                          just now · 1 prompt
        enter to select, esc to cancel
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0  |  no sandbox"
    `);
  });

  it('of where to go back to, of what, and whether', async () => {
    const scene = (shown: string) => async (size: ScreenSize) => {
      const { screen, dir } = await openScreen(
        [{ calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'after\n' } }] }, ANSWER],
        { ...size, args: ['--permission-mode', 'acceptEdits'] },
      );
      await writeFile(join(dir, 'a.txt'), 'before\n');
      screen.type('Change it', KEYS.enter);
      await screen.shows('Understood.');
      await screen.showsNoMore('esc to stop');
      screen.type('/rewind', KEYS.enter);
      await screen.shows('Rewind to');
      for (const next of ['What to rewind', 'Rewind?']) {
        if (shown === 'Rewind to') break;
        screen.type(KEYS.enter);
        await screen.shows(next);
        if (next === shown) break;
      }
      return screen;
    };
    expect(await drawnAt(USUAL, scene('Rewind to'))).toMatchInlineSnapshot(`
      "── 80 x 24 ──
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Change it

      Tool: [1 tool]

        ✓ Write(a.txt)
          │ a.txt
          │ 1 + after

      helve:

        Understood.

        0.0s · $0.0006

      > /rewind

      Rewind to
        Search: 
      ❯ Change it  1 file changed since
        enter to select, esc to cancel
      Mode: acceptEdits | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `);
    expect(await drawnAt(SMALL_AND_USUAL, scene('What to rewind'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        Understood.

        0.0s · $0.0006

      > /rewind

      What to rewind
      ❯ The conversation and the files
        Only the conversation
        Only the files
        enter to select, esc to cancel
      Mode: acceptEdits | Context: 0% (110/1M)
      ── 80 x 24 ──
      /help for commands · shift+tab for modes · ctrl+o for details

      > Change it

      Tool: [1 tool]

        ✓ Write(a.txt)
          │ a.txt
          │ 1 + after

      helve:

        Understood.

        0.0s · $0.0006

      > /rewind

      What to rewind
      ❯ The conversation and the files
        Only the conversation
        Only the files
        enter to select, esc to cancel
      Mode: acceptEdits | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `);
    expect(await drawnAt(SMALL_AND_USUAL, scene('Rewind?'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      > /rewind

      This would change:
        change a.txt
        7 entries of the conversation

      Rewind?
      ❯ Yes
        No
        enter to select, esc to cancel
      Mode: acceptEdits | Context: 0% (110/1M)
      ── 80 x 24 ──

      Tool: [1 tool]

        ✓ Write(a.txt)
          │ a.txt
          │ 1 + after

      helve:

        Understood.

        0.0s · $0.0006

      > /rewind

      This would change:
        change a.txt
        7 entries of the conversation

      Rewind?
      ❯ Yes
        No
        enter to select, esc to cancel
      Mode: acceptEdits | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `);
  });

  it('of what runs in the background, and what to do with it', async () => {
    const waiting = 'echo ready > pid; echo some output; until [ -e go ]; do sleep 0.02; done';
    const scene = (steps: readonly string[]) => async (size: ScreenSize) => {
      const { screen, home, dir } = await openScreen([bash(waiting), { text: 'It is still running.' }], {
        ...size,
        args: ['--permission-mode', 'bypassPermissions'],
      });
      onTestFinished(() => stopService(home));
      onTestFinished(() => writeFile(join(dir, 'go'), ''));
      screen.type('Run it', KEYS.enter);
      await screen.shows('⟳ Bash');
      await expect.poll(() => readFile(join(dir, 'pid'), 'utf8').catch(() => ''), { timeout: 30_000 }).toBe('ready\n');
      screen.type(KEYS.ctrl('b'));
      await screen.shows('It is still running.');
      await screen.showsNoMore('esc to stop');
      screen.type('/clear', KEYS.enter);
      await screen.shows('New conversation');
      screen.type('/tasks', KEYS.enter);
      for (const step of steps) {
        if (step !== steps[0]) screen.type(KEYS.enter);
        await screen.shows(step);
      }
      return screen;
    };
    expect(await drawnAt(SMALL_AND_USUAL, scene(['In the background']))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      New conversation. The previous one is 
      saved: /resume

      > /tasks

      In the background
        Search: 
      ❯ shell session-XXXXXX  running · echo …
        enter to select, esc to cancel
      Mode: bypassPermissions | Context: 0%
      ── 80 x 24 ──

      New conversation. The previous one is saved: /resume

      > /tasks

      In the background
        Search: 
      ❯ shell session-XXXXXX  running · echo ready > pid; echo some output; until [ -…
        enter to select, esc to cancel
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
    `);
    expect(await drawnAt(USUAL, scene(['In the background', '❯ Read']))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      New conversation. The previous one is saved: /resume

      > /tasks

      shell session-XXXXXX
      ❯ Read
        Stop
        enter to select, esc to cancel
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
    `);
    expect(await drawnAt(USUAL, scene(['In the background', '❯ Read', 'to scroll']))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      New conversation. The previous one is saved: /resume

      > /tasks

      shell session-XXXXXX  1-2 of 2
      some output
      [running; cursor at row 2, column 1]
        ↑/↓ to scroll, esc to close
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
    `);
  });
});
