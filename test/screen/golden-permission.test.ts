import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { ALL, asking, drawnAt, SMALL_AND_USUAL, USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

describe('a permission', () => {
  const DENY = /Deny, and say why/;
  const CONFINED = { settings: { sandbox: 'auto' } };

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
      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(touch one && mkdir two)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ touch one
        $ mkdir two
        Asked because no rule allows touch one, and the mode is default
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *), Bash(mkdir *)  (c)
        Always allow in this project: Bash(touch *), Bash(mkdir *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(touch one && mkdir two)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ touch one
        $ mkdir two
        Asked because no rule allows touch one, and the mode is default
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *), Bash(mkdir *)  (c)
        Always allow in this project: Bash(touch *), Bash(mkdir *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  Asking  |  $0.0003  |  no sandbox"
    `));

  it('for what a command lacked in the sandbox', async () =>
    expect(
      await drawnAt(
        SMALL_AND_USUAL,
        asking([bash('echo "curl: (6) Could not resolve host: registry.acmes.org"; exit 6')], DENY, CONFINED),
      ),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow the network host 
        registry.acmes.org?
        $ echo "curl: (6) Could not resolve 
          host: registry.acmes.org"; exit 6
        … 1-2 of 4 (page up, page down)
      ❯ Allow once, and run it again  (y)
        Allow for now: Network(domain:re…  (c)
        Always allow: Network(domain:reg…  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(echo "curl: (6) Could not resolve host: registry.acmes.org"; exit 6)

      ⠋ Asking... (0.0s · esc to stop)

      Allow the network host registry.acmes.org?
        $ echo "curl: (6) Could not resolve host: registry.acmes.org"; exit 6
        It failed in the sandbox because it needs the network host registry.acmes.org.
        Allow that, and run it again?

      ❯ Allow once, and run it again  (y)
        Allow in this conversation: Network(domain:registry.acmes.org)  (c)
        Always allow in this project: Network(domain:registry.acmes.org)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
    `));

  it('for a command that would leave the sandbox', async () =>
    expect(
      await drawnAt(
        SMALL_AND_USUAL,
        asking([{ calls: [{ name: 'Bash', input: { command: 'docker ps', sandbox: false } }] }], DENY, CONFINED),
      ),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Allow Bash outside the sandbox?
        $ docker ps
        Rules: Unconfined(docker ps)
        Asked because it would run outside the
        sandbox (sandbox auto, /tmp/helve-e2e…
      ❯ Allow  (y)
        Allow for now: Unconfined(docker…  (c)
        Always allow: Unconfined(docker …  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(docker ps)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash outside the sandbox?
        $ docker ps
        Asked because it would run outside the sandbox (sandbox auto, 
        /tmp/helve-e2e-XXXXXX/home/settings.json)

      ❯ Allow  (y)
        Allow in this conversation: Unconfined(docker ps)  (c)
        Always allow in this project: Unconfined(docker ps)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
    `));

  it('for a command that a rule asks about and that would run in the sandbox', async () =>
    expect(
      await drawnAt(
        USUAL,
        asking([bash('git push')], DENY, {
          settings: { sandbox: 'auto', permissions: { ask: ['Bash(git push *)'] } },
        }),
      ),
    ).toMatchInlineSnapshot(`
      "── 80 x 24 ──
      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(git push)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ git push
        Asked because the rule Bash(git push *) cannot be ruled out: git push is not 
        known before it runs (Bash(git push *), 
        /tmp/helve-e2e-XXXXXX/home/settings.json)
        In the sandbox: it can write to the project and temporary files and has no 
        network access.

      ❯ Allow  (y)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
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
        ! $(cat script.sh) becomes an unknown 
          command
      ❯ Allow  (y)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──
      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(eval "$(cat script.sh)" && rm -rf "$HOME/$NAME")

      ⠋ Asking... (0.0s · esc to stop)

      Allow Bash?
        $ eval "$(cat script.sh)" && rm -rf "$HOME/$NAME"
        ! the script $(cat script.sh) is put together when it runs
        ! $(cat script.sh) becomes an unknown command
        Asked because the rule Edit(**/.helve) cannot be ruled out: the files that rm 
        -rf $HOME/$NAME touches are not known before it runs (Edit(**/.helve), helve)
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
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
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Allow in this conversation: Edit(/tmp/helve-e2e-XXXXXX/work/out.txt)  (c)
        Always allow in this project: Edit(/tmp/helve-e2e-XXXXXX/work/out.txt)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
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
        $ touch file-22
        $ touch file-23
        $ touch file-24
        $ touch file-25
        $ touch file-26
        $ touch file-27
        $ touch file-28
        $ touch file-29
        $ rm two
        … 23-31 of 31 (page up, page down)
        Asked because no rule allows touch file-0, and the mode is default
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *), Bash(rm two)  (c)
        Always allow in this project: Bash(touch *), Bash(rm two)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
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
        │     .js
        … 1-2 of 5 (page up, page down)
      ❯ Allow  (y)
        Allow all edits for now  (e)
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
        │ 2 -   return price + rate;
        │ 2 +   // The rate is a part of one.
        │ 3 +   return price * (1 + rate);
        Asked because it changes files, and the mode is default

      ❯ Allow  (y)
        Allow all edits in this conversation  (e)
        Allow in this conversation: Edit(src/**)  (c)
        Always allow in this project: Edit(src/**)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | Asking
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tool: [1 tool]

        ✓ Read(src/price.js)

      Tools:

        ⟳ Edit(src/price.js)

      ⠋ Asking... (0.0s · esc to stop)

      Allow Edit?
        │ /tmp/helve-e2e-XXXXXX/work/src/price.js
        │ 2 -   return price + rate;
        │ 2 +   // The rate is a part of one.
        │ 3 +   return price * (1 + rate);
        Asked because it changes files, and the mode is default

      ❯ Allow  (y)
        Allow all edits in this conversation  (e)
        Allow in this conversation: Edit(src/**)  (c)
        Always allow in this project: Edit(src/**)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  Asking  |  $0.0006  |  no sandbox"
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
        │  1 + line 1
        … 1-2 of 33 (page up, page down)
      ❯ Allow  (y)
        Allow all edits for now  (e)
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
        │  1 + line 1
        │  2 + line 2
        │  3 + line 3
        │  4 + line 4
        │  5 + line 5
        │  6 + line 6
        │  7 + line 7
        │  8 + line 8
        … 1-9 of 31 (page up, page down)
        Asked because it changes files, and the mode is default

      ❯ Allow  (y)
        Allow all edits in this conversation  (e)
        Allow in this conversation: Edit(/tmp/helve-e2e-XXXXXX/work/new.txt)  (c)
        Always allow in this project: Edit(/tmp/helve-e2e-XXXXXX/work/new.txt)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
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

      helve:

        I will.

      Tools:

        ⟳ Bash(touch one)

      ⠋ Asking... (0.0s · 2 tokens · esc to stop)

      Allow Bash?
        $ touch one
        Asked because no rule allows touch one, and the mode is default
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Allow in this conversation: Bash(touch *)  (c)
        Always allow in this project: Bash(touch *)  (a)
        Deny  (n)
        Deny, and say why  (w)
      > half a thought
        You are writing. ↓ or tab to answer
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
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

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ Bash(touch one)

      ⠋ Asking... (0.0s · esc to stop)

      Why not? The model receives your answer.
      > 
        enter to continue, esc to cancel
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
    `);
  });
});
