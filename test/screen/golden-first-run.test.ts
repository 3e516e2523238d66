import { UNCONFINED } from '../kit/assistant.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { ALL, drawnAt, SMALL_AND_USUAL, USUAL } from '../kit/golden.ts';
import { KEYS, openWithoutModel, type ScreenSize } from '../kit/screen.ts';

/** The first run after these: keys, and what is shown after them. */
const after =
  (...steps: readonly (readonly [keys: string, shown: string])[]) =>
  async (size: ScreenSize) => {
    const { screen } = await openWithoutModel({
      ...size,
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    });
    await screen.shows('enter to select');
    for (const [keys, shown] of steps) {
      screen.type(keys);
      await screen.shows(shown);
    }
    return screen;
  };

const KEY = [KEYS.enter, 'Your Anthropic API key'] as const;
const ENDPOINT = [KEYS.down + KEYS.enter, 'Its address'] as const;

it('what there is to choose', async () =>
  expect(await drawnAt(ALL, after())).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    /tmp/helve-e2e-XXXXXX/work
    /help, shift+tab modes, ctrl+o details

    helve needs a model. Everything else 
    works without one: /help, ! and helve … 
    lines.
    ❯ Enter an Anthropic API key
      Use another endpoint  OpenAI-compatib…
      Take the tour  two minutes, offline, …
      Not now
      enter to select, esc to cancel
    Mode: default  |  no model  |  msgs: 0
    ── 80 x 24 ──

    helve 0.1.0 · no model
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    helve needs a model. Everything else works without one: /help, ! and helve … 
    lines.
    ❯ Enter an Anthropic API key
      Use another endpoint        OpenAI-compatible: OpenAI, vLLM, LM Studio, llama…
      Take the tour               two minutes, offline, in a scratch folder
      Not now
      enter to select, esc to cancel
    Mode: default  |  no model  |  msgs: 0
    ── 200 x 60 ──

    helve 0.1.0 · no model
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    helve needs a model. Everything else works without one: /help, ! and helve … lines.
    ❯ Enter an Anthropic API key
      Use another endpoint        OpenAI-compatible: OpenAI, vLLM, LM Studio, llama.cpp
      Take the tour               two minutes, offline, in a scratch folder
      Not now
      enter to select, esc to cancel
    Mode: default  |  no model  |  msgs: 0"
  `));

describe('a key', () => {
  it('is asked for', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, after(KEY))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      /tmp/helve-e2e-XXXXXX/work
      /help, shift+tab modes, ctrl+o details

      Your Anthropic API key
      > 
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0
      ── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      Your Anthropic API key
      > 
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
  it('is not seen', async () =>
    expect(await drawnAt(USUAL, after(KEY, ['secret', '******']))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      Your Anthropic API key
      > ******
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
  it('is refused', async () =>
    expect(
      await drawnAt(SMALL_AND_USUAL, after(KEY, ['no', '**'], [KEYS.enter, 'Enter an API key'])),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      /tmp/helve-e2e-XXXXXX/work
      /help, shift+tab modes, ctrl+o details

      Your Anthropic API key
      Enter an API key, for example sk-ant-…
      > 
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0
      ── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      Your Anthropic API key
      Enter an API key, for example sk-ant-…
      > 
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
  it('is followed by the language', async () =>
    expect(
      await drawnAt(SMALL_AND_USUAL, after(KEY, ['sk-ant-a-key', '***'], [KEYS.enter, 'Response language'])),
    ).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      /tmp/helve-e2e-XXXXXX/work
      /help, shift+tab modes, ctrl+o details

      Response language
      ❯ English
        Korean
        Japanese
        Chinese
        enter to select, esc to cancel
      Mode: default  |  no model  |  msgs: 0
      ── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      Response language
      ❯ English
        Korean
        Japanese
        Chinese
        enter to select, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
});

describe('an endpoint', () => {
  it('is asked for its address', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, after(ENDPOINT))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      /tmp/helve-e2e-XXXXXX/work
      /help, shift+tab modes, ctrl+o details

      Its address
      > http://127.0.0.1:8080/v1
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0
      ── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      Its address
      > http://127.0.0.1:8080/v1
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
  it('is asked for its model', async () =>
    expect(await drawnAt(USUAL, after(ENDPOINT, [KEYS.enter, 'The model']))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      The model
      > 
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
  it('is asked for its key', async () =>
    expect(
      await drawnAt(USUAL, after(ENDPOINT, [KEYS.enter, 'The model'], ['tiny', 'tiny'], [KEYS.enter, 'A key'])),
    ).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      helve 0.1.0 · no model
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      A key, if it needs one
      > 
        enter to continue, esc to cancel
      Mode: default  |  no model  |  msgs: 0"
    `));
});

it('not now', async () =>
  expect(await drawnAt(SMALL_AND_USUAL, after([KEYS.escape, 'No model yet.']))).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    /tmp/helve-e2e-XXXXXX/work
    /help, shift+tab modes, ctrl+o details

    No model yet. /model <name>, 
    ANTHROPIC_API_KEY or helve tour when you
    are ready.

    > Ask, or / commands, ! shell, @ files
    Mode: default  |  no model  |  msgs: 0
    ── 80 x 24 ──

    helve 0.1.0 · no model
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    No model yet. /model <name>, ANTHROPIC_API_KEY or helve tour when you are ready.

    > Ask, or / commands, ! shell, @ files
    Mode: default  |  no model  |  msgs: 0"
  `));

describe('the tour', () => {
  const inTour =
    (...steps: readonly (readonly [keys: string, shown: string])[]) =>
    async (size: ScreenSize) => {
      const { screen, home } = await openWithoutModel(
        { ...size, args: ['tour'], settings: UNCONFINED },
        'What does this project do',
      );
      onTestFinished(() => stopService(home));
      for (const [keys, shown] of steps) {
        screen.type(keys);
        await screen.shows(shown);
      }
      return screen;
    };
  const BEGUN = [KEYS.enter, 'Deny, and say why'] as const;

  it('begins', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, inTour())).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      /help, shift+tab modes, ctrl+o details

      Tour, 1 of 2. This is a recorded 
      conversation, but the tools are real: 
      they work in a scratch folder. First, a 
      question. The prompt is typed for you: 
      press enter. Esc ends the tour at any 
      time.

      > What does this project do, and do its 
        tests pass?
      Mode: default | replay | Context: 0%
      ── 80 x 24 ──

      helve 0.1.0 · replay
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      Tour, 1 of 2. This is a recorded conversation, but the tools are real: they work
      in a scratch folder. First, a question. The prompt is typed for you: press 
      enter. Esc ends the tour at any time.

      > What does this project do, and do its tests pass?
      Mode: default  |  replay  |  Context: 0% (0/128K)  |  msgs: 0  |  no sandbox"
    `));
  it('asks for a command', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, inTour(BEGUN))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        asked.
      Allow Bash?
        $ node --test
        Asked because no rule allows node 
        --test, and the mode is default
        Outside the sandbox, which is off.
      ❯ Allow  (y)
        Allow for now: Bash(node --test)  (c)
        Always allow: Bash(node --test)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default | replay | Context: 0%
      ── 80 x 24 ──
          *, price.js, price.test.js

      helve:

        Now the tests. In this tour programs run outside the sandbox, so you are 
        asked.

      Tools:

        ⟳ Bash(node --test)

      ⠋ Asking... (0.0s · 31 tokens · esc to stop)

      Allow Bash?
        $ node --test
        Asked because no rule allows node --test, and the mode is default
        Outside the sandbox, which is off.

      ❯ Allow  (y)
        Allow in this conversation: Bash(node --test)  (c)
        Always allow in this project: Bash(node --test)  (a)
        Deny  (n)
        Deny, and say why  (w)
      Mode: default  |  replay  |  Context: 0% (1.1K/128K)  |  msgs: 3  |  Asking"
    `));
  it('goes on', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, inTour(BEGUN, ['y', 'Tour, 2 of 2.']))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        The rate is added to the price instead
        of being a share of it (price.js:2).

        0.0s

      Tour, 2 of 2. Now something that changes
      a file. You are shown the change before 
      it is made, and asked.

      > Fix it, and show me that the test 
        passes.
      Mode: default | replay | Context: 0%
      ── 80 x 24 ──
          # fail 1
          # cancelled 0
          # skipped 0
          # todo 0
          # duration_ms 0
          exit 1 after 0.000 s

      helve:

        prices adds tax to a price, in price.js. Its one test fails:

        call             │ expected │ got
        ─────────────────┼──────────┼─────
        withTax(50, 0.2) │ 60       │ 50.2

        The rate is added to the price instead of being a share of it (price.js:2).

        0.0s

      Tour, 2 of 2. Now something that changes a file. You are shown the change before
      it is made, and asked.

      > Fix it, and show me that the test passes.
      Mode: default  |  replay  |  Context: 0% (1.3K/128K)  |  msgs: 4  |  no sandbox"
    `));
});
