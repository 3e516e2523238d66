import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { ALL, drawnAt, openTalking, SMALL_AND_USUAL, USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

type Options = Parameters<typeof openScreen>[1];

/** What the model asks, when it is asked. */
const asking = (script: Parameters<typeof openScreen>[0], shown: string | RegExp, options: Options = {}) => {
  return async (size: ScreenSize) => {
    const { screen, home } = await openScreen(script, { ...size, ...options });
    onTestFinished(() => stopService(home));
    screen.type('Do it', KEYS.enter);
    await screen.shows(shown);
    return screen;
  };
};

describe('a permission', () => {
  const DENY = /Deny, and say why/;

  it('for commands', async () =>
    expect(await drawnAt(ALL, asking([bash('touch one && mkdir two')], DENY))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow Bash?
        $ touch one
        $ mkdir two
        Rules: Bash(touch *), Bash(mkdir *)
        Asked because no rule allows touch …
      ❯ Allow  (y)
        Allow for now: Bash(touch *), Ba…  (c)
        Always allow: Bash(touch *), Bas…  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > Do it

      Tools:

        ⟳ Bash(touch one && mkdir two)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ touch one
        $ mkdir two
        Asked because no rule allows touch one, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *), Bash(mkdir *)  (c)
        Always allow in this project: Bash(touch *), Bash(mkdir *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003
      ── 200 x 60 ──

      > Do it

      Tools:

        ⟳ Bash(touch one && mkdir two)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ touch one
        $ mkdir two
        Asked because no rule allows touch one, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *), Bash(mkdir *)  (c)
        Always allow in this project: Bash(touch *), Bash(mkdir *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  Asking  |  $0.0003"
    `));

  it('for a command that is not understood', async () =>
    expect(
      await drawnAt(SMALL_AND_USUAL, asking([bash('eval "$(cat script.sh)" && rm -rf "$HOME/$NAME"')], DENY)),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow Bash?
        $ eval "$(cat script.sh)" && rm -rf 
          "$HOME/$NAME"
        ! the script $(cat script.sh) is put 
          together when it runs
        ! $(cat script.sh) becomes a command 
          that cannot be told
      ❯ Allow  (y)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > Do it

      Tools:

        ⟳ Bash(eval "$(cat script.sh)" && rm -rf "$HOME/$NAME")

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ eval "$(cat script.sh)" && rm -rf "$HOME/$NAME"
        ! the script $(cat script.sh) is put together when it runs
        ! $(cat script.sh) becomes a command that cannot be told
        Asked because the script $(cat script.sh) is put together when it runs, and 
        the mode is default

      ❯ Allow  (y)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003"
    `));

  it('for a command that is longer than the window', async () =>
    expect(
      await drawnAt(SMALL_AND_USUAL, asking([bash(`printf '%s' ${'a-long-word '.repeat(40)}> out.txt`)], DENY)),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow Bash?
        $ printf '%s' a-long-word a-long-word 
          a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word 
        … 1-3 of 16 (page up, page down)
      ❯ Allow  (y)
        Allow for now: Edit(/tmp/helve-e…  (c)
        Always allow: Edit(/tmp/helve-e2…  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──
      > Do it
      Tools:

        ⟳ Bash(printf '%s' a-long-word a-long-word a...ong-word a-long-word > out.txt)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ printf '%s' a-long-word a-long-word a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word a-long-word a-long-word a-long-word 
          a-long-word a-long-word a-long-word a-long-word a-long-word > out.txt
        Asked because no rule allows to write /tmp/helve-e2e-XXXXXX/work/out.txt, and 
        the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Edit(/tmp/helve-e2e-XXXXXX/work/out.txt)  (c)
        Always allow in this project: Edit(/tmp/helve-e2e-XXXXXX/work/out.txt)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003"
    `));

  it('for a command that is longer than the window, further down', async () => {
    const scene = async (size: ScreenSize) => {
      const screen = await asking(
        [bash(`${Array.from({ length: 30 }, (_, index) => `touch file-${index}\n`).join('')}rm two`)],
        DENY,
      )(size);
      // Keys that come right after the question are not for it.
      await expect
        .poll(async () => {
          screen.type('\x1b[6~');
          return (await screen.window()).join('\n');
        })
        .toContain('$ rm two');
      return screen;
    };
    expect(await drawnAt(SMALL_AND_USUAL, scene)).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow Bash?
        $ touch file-29
        $ rm two
        Rules: Bash(touch *), Bash(rm two)
        … 30-32 of 32 (page up, page down)
      ❯ Allow  (y)
        Allow for now: Bash(touch *), Ba…  (c)
        Always allow: Bash(touch *), Bas…  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──
      > Do it

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ touch file-21
        $ touch file-22
        $ touch file-23
        $ touch file-24
        $ touch file-25
        $ touch file-26
        $ touch file-27
        $ touch file-28
        $ touch file-29
        $ rm two
        … 22-31 of 31 (page up, page down)
        Asked because no rule allows touch file-0, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *), Bash(rm two)  (c)
        Always allow in this project: Bash(touch *), Bash(rm two)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003"
    `);
  });

  it('for an edit', async () => {
    const files = { 'src/price.js': 'export function total(price, rate) {\n  return price + rate;\n}\n' };
    const edit = {
      file_path: 'src/price.js',
      old_string: '  return price + rate;',
      new_string: '  // The rate is a part of one.\n  return price * (1 + rate);',
    };
    const script = [
      { calls: [{ name: 'Read', input: { file_path: 'src/price.js' } }] },
      { calls: [{ name: 'Edit', input: edit }] },
    ];
    expect(await drawnAt(ALL, asking(script, DENY, { files }))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        ✓ Read(src/price.js)
      Allow Edit?
        │ /tmp/helve-e2e-XXXXXX/work/src/price
        │   .js
        │ -   return price + rate;
        … 1-3 of 5 (page up, page down)
      ❯ Allow  (y)
        Allow for now: Edit(src/**)  (c)
        Always allow: Edit(src/**)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      Tool: [1 tool]

        ✓ Read(src/price.js)

      Tools:

        ⟳ Edit(src/price.js)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Edit?
        │ /tmp/helve-e2e-XXXXXX/work/src/price.js
        │ -   return price + rate;
        │ +   // The rate is a part of one.
        │ +   return price * (1 + rate);
        Asked because it changes files, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Edit(src/**)  (c)
        Always allow in this project: Edit(src/**)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0006
      ── 200 x 60 ──

      > Do it

      Tool: [1 tool]

        ✓ Read(src/price.js)

      Tools:

        ⟳ Edit(src/price.js)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Edit?
        │ /tmp/helve-e2e-XXXXXX/work/src/price.js
        │ -   return price + rate;
        │ +   // The rate is a part of one.
        │ +   return price * (1 + rate);
        Asked because it changes files, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Edit(src/**)  (c)
        Always allow in this project: Edit(src/**)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  Asking  |  $0.0006"
    `);
  });

  it('for a new file', async () => {
    const content = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('');
    const script = [{ calls: [{ name: 'Write', input: { file_path: 'new.txt', content } }] }];
    expect(await drawnAt(SMALL_AND_USUAL, asking(script, DENY))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow Write?
        │ /tmp/helve-e2e-XXXXXX/work/new.txt
        │ + line 1
        │ + line 2
        … 1-3 of 33 (page up, page down)
      ❯ Allow  (y)
        Allow for now: Edit(/tmp/helve-e…  (c)
        Always allow: Edit(/tmp/helve-e2…  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──
      > Do it

      ⠋ Asking... (0.0s · esc to stop)

      Allow Write?
        │ /tmp/helve-e2e-XXXXXX/work/new.txt
        │ + line 1
        │ + line 2
        │ + line 3
        │ + line 4
        │ + line 5
        │ + line 6
        │ + line 7
        │ + line 8
        │ + line 9
        … 1-10 of 31 (page up, page down)
        Asked because it changes files, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Edit(/tmp/helve-e2e-XXXXXX/work/new.txt)  (c)
        Always allow in this project: Edit(/tmp/helve-e2e-XXXXXX/work/new.txt)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003"
    `);
  });

  it('that came while something was written', async () => {
    const scene = async (size: ScreenSize) => {
      let come = () => {};
      const hold = new Promise<void>((resolve) => (come = resolve));
      const { screen, home } = await openScreen([{ ...bash('touch one'), text: 'I will.', hold }], size);
      onTestFinished(() => stopService(home));
      screen.type('Do it', KEYS.enter);
      await screen.shows('esc to stop');
      screen.type('half a thought');
      await screen.shows('> half a thought');
      come();
      await screen.shows('You are writing');
      return screen;
    };
    expect(await drawnAt(SMALL_AND_USUAL, scene)).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        I will.
      Allow Bash?
        $ touch one
        Asked because no rule allows touch …
      ❯ Allow  (y)
        Allow for now: Bash(touch *)  (c)
        Always allow: Bash(touch *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      > half a thought
        You are writing. ↓ or tab to answer
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──
      > Do it

      helve:

        I will.

      Tools:

        ⟳ Bash(touch one)

      ⠋ Asking... (0.0s · 2 tokens · esc to stop)

      Allow Bash?
        $ touch one
        Asked because no rule allows touch one, and the mode is default

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *)  (c)
        Always allow in this project: Bash(touch *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      > half a thought
        You are writing. ↓ or tab to answer
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003"
    `);
  });

  it('that is denied, with why', async () => {
    const scene = async (size: ScreenSize) => {
      const screen = await asking([bash('touch one')], DENY)(size);
      screen.type('w');
      await screen.shows('Why not?');
      return screen;
    };
    expect(await drawnAt(USUAL, scene)).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > Do it

      Tools:

        ⟳ Bash(touch one)

      ⠋ Asking... (0.0s · esc to stop)

      Why not? The model is told.
      > 
        enter to go on, esc to leave
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Asking | $0.0003"
    `);
  });
});

describe('a question of the model', () => {
  const question = (options: readonly string[]) => [
    {
      calls: [
        {
          name: 'AskUser',
          input: { question: 'Which of these colours should the new button of the page have?', options },
        },
      ],
    },
  ];

  it('with choices', async () =>
    expect(
      await drawnAt(ALL, asking(question(['Red, as the others', 'Blue']), 'Something else')),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
        ⟳ AskUser(Which of thes... page have?)

      ⠋ Working... (0.0s · esc to stop)

      Which of these colours should the new 
      button of the page have?
      ❯ Red, as the others
        Blue
        Something else
        enter to choose, esc to leave
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > Do it

      Tools:

        ⟳ AskUser(Which of these colours should the new button of the page have?)

      ⠋ Working... (0.0s · esc to stop)

      Which of these colours should the new button of the page have?
      ❯ Red, as the others
        Blue
        Something else
        enter to choose, esc to leave
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Working | $0.0003
      ── 200 x 60 ──

      > Do it

      Tools:

        ⟳ AskUser(Which of these colours should the new button of the page have?)

      ⠋ Working... (0.0s · esc to stop)

      Which of these colours should the new button of the page have?
      ❯ Red, as the others
        Blue
        Something else
        enter to choose, esc to leave
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  Working  |  $0.0003"
    `));

  it('without choices', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, asking(question([]), 'enter to go on'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Tools:

        ⟳ AskUser(Which of thes... page have?)

      ⠋ Working... (0.0s · esc to stop)

      Which of these colours should the new 
      button of the page have?
      > 
        enter to go on, esc to leave
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > Do it

      Tools:

        ⟳ AskUser(Which of these colours should the new button of the page have?)

      ⠋ Working... (0.0s · esc to stop)

      Which of these colours should the new button of the page have?
      > 
        enter to go on, esc to leave
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | Working | $0.0003"
    `));
});

describe('a choice', () => {
  const opened = (line: string, shown: string | RegExp) => async (size: ScreenSize) => {
    const { screen } = await openTalking([ANSWER], size);
    screen.type(line, KEYS.enter);
    await screen.shows(shown);
    return screen;
  };

  it('of a model', async () =>
    expect(await drawnAt(ALL, opened('/model haiku', 'enter to choose'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      > Tell me about apples

      helve:

        Understood.

      Change model to Claude Haiku 4.5?
      ❯ Yes
        No
        enter to choose, esc to leave
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > Tell me about apples

      helve:

        Understood.

      Change model to Claude Haiku 4.5?
      ❯ Yes
        No
        enter to choose, esc to leave
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003
      ── 200 x 60 ──

      > Tell me about apples

      helve:

        Understood.

      Change model to Claude Haiku 4.5?
      ❯ Yes
        No
        enter to choose, esc to leave
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  $0.0003"
    `));

  it('of where a note goes', async () =>
    expect(await drawnAt(ALL, opened('#use tabs', 'enter to choose'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      > Tell me about apples

      helve:

        Understood.

      Remember "use tabs"
      ❯ In this project  AGENTS.md of the pro…
        Everywhere  AGENTS.md of your home
        enter to choose, esc to leave
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > Tell me about apples

      helve:

        Understood.

      Remember "use tabs"
      ❯ In this project  AGENTS.md of the project
        Everywhere       AGENTS.md of your home
        enter to choose, esc to leave
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003
      ── 200 x 60 ──

      > Tell me about apples

      helve:

        Understood.

      Remember "use tabs"
      ❯ In this project  AGENTS.md of the project
        Everywhere       AGENTS.md of your home
        enter to choose, esc to leave
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  $0.0003"
    `));

  it('of a theme', async () => {
    const scene = async (size: ScreenSize) => {
      const { screen } = await openTalking([ANSWER], size);
      screen.type('/theme');
      await screen.shows('❯ /theme');
      screen.type(KEYS.escape);
      await screen.showsNoMore('❯ /theme');
      screen.type(KEYS.enter);
      await screen.shows('enter to choose');
      return screen;
    };
    expect(await drawnAt(USUAL, scene)).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > Tell me about apples

      helve:

        Understood.

      Theme
      ❯ auto
        dark
        light
        high-contrast
        none
        enter to choose, esc to leave
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003"
    `);
  });

  it('of an earlier conversation', async () => {
    const scene = async (size: ScreenSize) => {
      const { screen } = await openTalking([ANSWER, ANSWER], size);
      for (const prompt of ['/clear', `Tell me about pears, ${'and more '.repeat(20)}`, '/clear']) {
        screen.type(prompt, KEYS.enter);
        if (prompt === '/clear') await screen.showsNoMore('Understood.');
        await screen.shows(prompt === '/clear' ? 'A new conversation' : 'Understood.');
        await screen.showsNoMore('esc to stop');
      }
      screen.type('/resume', KEYS.enter);
      await screen.shows('enter to choose');
      return screen;
    };
    expect(await drawnAt(ALL, scene)).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      A new conversation. The one before is 
      kept: /resume

      Go on with
        Search: 
      ❯ Tell me about pe…  just now · 1 prompt
        Tell me about ap…  just now · 1 prompt
        enter to choose, esc to leave
      Mode: default  |  Context: 0% (0/1M)
      ── 80 x 24 ──

      A new conversation. The one before is kept: /resume

      Go on with
        Search: 
      ❯ Tell me about pears, and more and more and more and more…  just now · 1 prompt
        Tell me about apples                      just now · 1 prompt
        enter to choose, esc to leave
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0
      ── 200 x 60 ──

      A new conversation. The one before is kept: /resume

      Go on with
        Search: 
      ❯ Tell me about pears, and more and more and more and more an…  just now · 1 prompt
        Tell me about apples                                          just now · 1 prompt
        enter to choose, esc to leave
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
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
      await screen.shows('Back to before');
      for (const next of ['Take back', 'Rewind?']) {
        if (shown === 'Back to before') break;
        screen.type(KEYS.enter);
        await screen.shows(next);
        if (next === shown) break;
      }
      return screen;
    };
    expect(await drawnAt(USUAL, scene('Back to before'))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > Change it

      Tool: [1 tool]

        ✓ Write(a.txt)
          │ a.txt
          │ + after

      helve:

        Understood.

      Back to before
        Search: 
      ❯ Change it  1 file changed since
        enter to choose, esc to leave
      Mode: acceptEdits | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `);
    expect(await drawnAt(SMALL_AND_USUAL, scene('Take back'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
          │ + after

      helve:

        Understood.

      Take back
      ❯ The conversation and the files
        Only the conversation
        Only the files
        enter to choose, esc to leave
      Mode: acceptEdits | Context: 0% (110/1M)
      ── 80 x 24 ──

      > Change it

      Tool: [1 tool]

        ✓ Write(a.txt)
          │ a.txt
          │ + after

      helve:

        Understood.

      Take back
      ❯ The conversation and the files
        Only the conversation
        Only the files
        enter to choose, esc to leave
      Mode: acceptEdits | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `);
    expect(await drawnAt(SMALL_AND_USUAL, scene('Rewind?'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

        Understood.

      This would change:
        change a.txt
        6 entries of the conversation

      Rewind?
      ❯ Yes
        No
        enter to choose, esc to leave
      Mode: acceptEdits | Context: 0% (110/1M)
      ── 80 x 24 ──

      > Change it

      Tool: [1 tool]

        ✓ Write(a.txt)
          │ a.txt
          │ + after

      helve:

        Understood.

      This would change:
        change a.txt
        6 entries of the conversation

      Rewind?
      ❯ Yes
        No
        enter to choose, esc to leave
      Mode: acceptEdits | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `);
  });

  it('of what runs in the background, and what to do with it', async () => {
    const waiting = 'echo ready > pid; echo some output; until [ -e go ]; do sleep 0.02; done';
    const scene = (steps: readonly string[]) => async (size: ScreenSize) => {
      const { screen, home, dir } = await openScreen([bash(waiting), { text: 'It goes on.' }], {
        ...size,
        args: ['--permission-mode', 'bypassPermissions'],
      });
      onTestFinished(() => stopService(home));
      onTestFinished(() => writeFile(join(dir, 'go'), ''));
      screen.type('Run it', KEYS.enter);
      await screen.shows('⟳ Bash');
      await expect.poll(() => readFile(join(dir, 'pid'), 'utf8').catch(() => ''), { timeout: 30_000 }).toBe('ready\n');
      screen.type(KEYS.ctrl('b'));
      await screen.shows('It goes on.');
      await screen.showsNoMore('esc to stop');
      screen.type('/clear', KEYS.enter);
      await screen.shows('A new conversation');
      screen.type('/tasks', KEYS.enter);
      for (const step of steps) {
        if (step !== steps[0]) screen.type(KEYS.enter);
        await screen.shows(step);
      }
      return screen;
    };
    expect(await drawnAt(SMALL_AND_USUAL, scene(['In the background']))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      A new conversation. The one before is 
      kept: /resume

      In the background
        Search: 
      ❯ shell session-XXXXXX  running · echo …
        enter to choose, esc to leave
      Mode: bypassPermissions
      ── 80 x 24 ──

      A new conversation. The one before is kept: /resume

      In the background
        Search: 
      ❯ shell session-XXXXXX  running · echo ready > pid; echo some output; until [ -…
        enter to choose, esc to leave
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
    `);
    expect(await drawnAt(USUAL, scene(['In the background', '❯ Read']))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      A new conversation. The one before is kept: /resume

      shell session-XXXXXX
      ❯ Read
        Stop
        enter to choose, esc to leave
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
    `);
    expect(await drawnAt(USUAL, scene(['In the background', '❯ Read', 'to scroll']))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      A new conversation. The one before is kept: /resume

      shell session-XXXXXX  1-2 of 2
      some output
      [running; cursor at row 2, column 1]
        ↑/↓ to scroll, esc to leave
      Mode: bypassPermissions  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
    `);
  });
});

describe('while it works', () => {
  /** A turn that waits for its answer, with these keys typed and this in sight. */
  const working = (keys: readonly string[], shown: string) => async (size: ScreenSize) => {
    const { screen } = await openScreen([{ text: ['I am ', 'done.'], hold: new Promise(() => {}) }], size);
    screen.type('Do it', KEYS.enter);
    await screen.shows('I am');
    screen.type(...keys);
    await screen.shows(shown);
    return screen;
  };

  it('what waits', async () => {
    const keys = ['use the other one', KEYS.enter, 'and then commit it', KEYS.ctrl('q')];
    expect(await drawnAt(ALL, working(keys, '↳ after this turn: and then'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it

      helve:

        I am

      ⠋ Answering... (0.0s · esc to stop)
        ↳ next: use the other one
        ↳ after this turn: and then commit it

      > Enter: now, ctrl+q: after this turn
      Mode: default  |  Context: 0% (0/1M)
      ── 80 x 24 ──

      > Do it

      helve:

        I am

      ⠋ Answering... (0.0s · 1 token · esc to stop)
        ↳ next: use the other one
        ↳ after this turn: and then commit it  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default | Claude Sonnet 5.5 | Context: 0% (0/1M) | msgs: 1 | Answering
      ── 200 x 60 ──

      > Do it

      helve:

        I am

      ⠋ Answering... (0.0s · 1 token · esc to stop)
        ↳ next: use the other one
        ↳ after this turn: and then commit it  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 1  |  Answering"
    `);
  });

  it('more than that is shown of what waits', async () => {
    const keys = ['one', 'two', 'three', 'four', 'five'].flatMap((word) => [word, KEYS.ctrl('q')]);
    expect(await drawnAt(SMALL_AND_USUAL, working(keys, 'five'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      helve:

        I am

      ⠋ Answering... (0.0s · esc to stop)
        ↳ 2 more
        ↳ after this turn: three
        ↳ after this turn: four
        ↳ after this turn: five  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default  |  Context: 0% (0/1M)
      ── 80 x 24 ──

      > Do it

      helve:

        I am

      ⠋ Answering... (0.0s · 1 token · esc to stop)
        ↳ 2 more
        ↳ after this turn: three
        ↳ after this turn: four
        ↳ after this turn: five  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default | Claude Sonnet 5.5 | Context: 0% (0/1M) | msgs: 1 | Answering"
    `);
  });
});
