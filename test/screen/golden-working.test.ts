import { describe, expect, it } from 'vitest';
import { ALL, drawnAt, SMALL_AND_USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

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

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      helve:

        I am

      ⠋ Answering... (0.0s · 1 token · esc to stop)
        ↳ next: use the other one
        ↳ after this turn: and then commit it  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default | Claude Sonnet 5.5 | Context: 0% (0/1M) | msgs: 1 | Answering
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      helve:

        I am

      ⠋ Answering... (0.0s · 1 token · esc to stop)
        ↳ next: use the other one
        ↳ after this turn: and then commit it  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 1  |  Answering  |  no sandbox"
    `);
  });

  it('more than that is shown of what waits', async () => {
    const keys = ['one', 'two', 'three', 'four', 'five'].flatMap((word) => [word, KEYS.ctrl('q')]);
    expect(await drawnAt(SMALL_AND_USUAL, working(keys, 'five'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it

        I am

      ⠋ Answering... (0.0s · esc to stop)
        ↳ 2 more
        ↳ after this turn: three
        ↳ after this turn: four
        ↳ after this turn: five  (alt+↑ edits)

      > Enter: now, ctrl+q: after this turn
      Mode: default  |  Context: 0% (0/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

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
