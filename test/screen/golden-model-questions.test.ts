import { describe, expect, it } from 'vitest';
import { ALL, asking, drawnAt, SMALL_AND_USUAL } from '../kit/golden.ts';

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

      ⠋ Asking... (0.0s · esc to stop)

      Which of these colours should the new 
      button of the page have?
      ❯ Red, as the others
        Blue
        Something else
        enter to select, esc to cancel
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ AskUser(Which of these colours should the new button of the page have?)

      ⠋ Asking... (0.0s · esc to stop)

      Which of these colours should the new button of the page have?
      ❯ Red, as the others
        Blue
        Something else
        enter to select, esc to cancel
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking
      ── 200 x 60 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ AskUser(Which of these colours should the new button of the page have?)

      ⠋ Asking... (0.0s · esc to stop)

      Which of these colours should the new button of the page have?
      ❯ Red, as the others
        Blue
        Something else
        enter to select, esc to cancel
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  Asking  |  $0.0003  |  no sandbox"
    `));

  it('without choices', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, asking(question([]), 'enter to continue'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
      > Do it
      Tools:

        ⟳ AskUser(Which of thes... page have?)

      ⠋ Asking... (0.0s · esc to stop)

      Which of these colours should the new 
      button of the page have?
      > 
        enter to continue, esc to cancel
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      helve 0.1.0 · Claude Sonnet 5.5
      /tmp/helve-e2e-XXXXXX/work
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      Tools:

        ⟳ AskUser(Which of these colours should the new button of the page have?)

      ⠋ Asking... (0.0s · esc to stop)

      Which of these colours should the new button of the page have?
      > 
        enter to continue, esc to cancel
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | Asking"
    `));

  it('about its plan', async () => {
    const plan = { text: '## Plan\n\n1. Write it\n2. Test it\n', calls: [{ name: 'ExitPlanMode', input: {} }] };
    const asked = asking([plan], 'enter to select', { args: ['--permission-mode', 'plan'] });
    expect(await drawnAt(SMALL_AND_USUAL, asked)).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        2. Test it
        ⟳ ExitPlanMode()

      ⠋ Asking... (0.0s · esc to stop)

      Carry out this plan?
      ❯ Yes, and ask before changes
        Yes, and accept edits
        No, keep planning
        Something else
        enter to select, esc to cancel
      Mode: plan  |  Context: 0% (110/1M)
      ── 80 x 24 ──
      /help for commands · shift+tab for modes · ctrl+o for details

      > Do it

      helve:

        Plan

        1. Write it
        2. Test it

      Tools:

        ⟳ ExitPlanMode()

      ⠋ Asking... (0.0s · 8 tokens · esc to stop)

      Carry out this plan?
      ❯ Yes, and ask before changes
        Yes, and accept edits
        No, keep planning
        Something else
        enter to select, esc to cancel
      Mode: plan  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 2  |  Asking"
    `);
  });
});
