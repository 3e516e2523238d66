import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualTerminal } from '../testing/virtual-terminal.ts';
import { Screen } from './screen.ts';

const rows = (...texts: readonly string[]) => texts.map((text) => ({ text, width: text.length }));

function open(columns = 20, height = 6) {
  const terminal = new VirtualTerminal(columns, height);
  return { terminal, screen: new Screen(terminal) };
}

describe('a screen', () => {
  it('writes finished rows above the live region, which stays at the bottom', async () => {
    const { terminal, screen } = open();
    screen.show({ finished: [], live: rows('> ', 'status'), caret: { row: 0, column: 2 } });
    screen.show({ finished: rows('one', 'two'), live: rows('> ', 'status'), caret: { row: 0, column: 2 } });
    expect(await terminal.window()).toEqual(['one', 'two', '> ', 'status']);
    expect(await terminal.cursor()).toEqual({ row: 2, column: 2 });
  });

  it('writes again only the rows that changed', async () => {
    const { terminal, screen } = open();
    screen.show({ finished: [], live: rows('first', 'second', 'third') });
    const before = terminal.written.length;
    screen.show({ finished: [], live: rows('first', 'other', 'third') });
    const bytes = terminal.written.slice(before);
    expect(bytes).toContain('other');
    expect(bytes).not.toMatch(/first|third/);
    expect(await terminal.window()).toEqual(['first', 'other', 'third']);
    const same = terminal.written.length;
    screen.show({ finished: [], live: rows('first', 'other', 'third') });
    expect(terminal.written.length).toBe(same);
  });

  it('keeps the last character of a row that fills the window', async () => {
    const { terminal, screen } = open(5);
    screen.show({ finished: rows('abcde'), live: rows('fghij', 'k') });
    screen.show({ finished: [], live: rows('fghiX') });
    expect(await terminal.window()).toEqual(['abcde', 'fghiX']);
  });

  it('shows the end of what is too tall', async () => {
    const { terminal, screen } = open(20, 4);
    screen.show({ finished: [], live: rows('1', '2', '3', '4', '5', '6'), caret: { row: 5, column: 1 } });
    expect(await terminal.window()).toEqual(['4', '5', '6']);
    expect(await terminal.cursor()).toEqual({ row: 2, column: 1 });
  });

  it('leaves nothing of the live region when it is cleared', async () => {
    const { terminal, screen } = open();
    screen.show({ finished: rows('kept'), live: rows('> ', 'status') });
    screen.clear();
    terminal.write('$ ');
    expect(await terminal.window()).toEqual(['kept', '$ ']);
  });

  it('finds its place again when the window gets narrower and wider', async () => {
    const { terminal, screen } = open(20, 10);
    const live = rows('a row of 18 cells.', '> input', 'status');
    screen.show({ finished: rows('done'), live, caret: { row: 1, column: 7 } });
    for (const columns of [10, 30, 12]) {
      await terminal.resize(columns, 10);
      const fitting = rows(...live.map(({ text }) => text.slice(0, columns)));
      screen.show({ finished: [], live: fitting, caret: { row: 1, column: 7 } });
      expect(await terminal.window()).toEqual(['done', ...fitting.map(({ text }) => text)]);
    }
  });

  it('keeps what is above when the row of the cursor gets wider than the window', async () => {
    const { terminal, screen } = open(20, 10);
    const input = (text: string) => ({ live: rows(text, 'status'), caret: { row: 0, column: text.length } });
    screen.show({ finished: rows('one', 'two'), ...input('> twelve cells') });
    await terminal.resize(8, 10);
    screen.show({ finished: [], ...input('> twelve') });
    expect(await terminal.window()).toEqual(['one', 'two', '> twelve', 'status']);
  });

  it.each([1, 6, 20, 40])(
    'leaves no live row in the scrollback of a window that has got lower before it knows: %i rows',
    async (count) => {
      const terminal = new VirtualTerminal(20, 30);
      const screen = new Screen({ columns: 20, rows: 30, write: (text) => terminal.write(text) });
      const live = { live: rows('spinner', '> ', 'status'), caret: { row: 1, column: 2 } };
      screen.show({ finished: rows('begin'), ...live });
      await terminal.resize(20, 8);
      const said = Array.from({ length: count }, (_, index) => `row ${index}`);
      screen.show({ finished: rows(...said), ...live });
      expect(await terminal.everything()).toEqual(['begin', ...said, 'spinner', '> ', 'status']);
    },
  );

  it('writes nothing of the live region again when a dozen rows come in above it', async () => {
    const { terminal, screen } = open(20, 24);
    const live = { live: rows('spinner', '> ', 'status'), caret: { row: 1, column: 2 } };
    screen.show({ finished: rows('begin'), ...live });
    const before = terminal.written.length;
    const said = Array.from({ length: 12 }, (_, index) => `row ${index}`);
    screen.show({ finished: rows(...said), ...live });
    expect(terminal.written.slice(before)).not.toMatch(/spinner|>|status/);
    expect(await terminal.window()).toEqual(['begin', ...said, 'spinner', '> ', 'status']);
  });

  it('writes nothing of a row that is finished as it stands', async () => {
    const { terminal, screen } = open();
    screen.show({ finished: [], live: rows('an answer', '> ', 'status'), caret: { row: 1, column: 2 } });
    const before = terminal.written.length;
    screen.show({ finished: rows('an answer'), live: rows('more', '> ', 'status'), caret: { row: 1, column: 2 } });
    expect(terminal.written.slice(before)).not.toMatch(/answer|status/);
    expect(await terminal.window()).toEqual(['an answer', 'more', '> ', 'status']);
    expect(await terminal.cursor()).toEqual({ row: 2, column: 2 });
  });

  it('of many rows that stay the same writes none, and takes those away that are no more', async () => {
    const { terminal, screen } = open(20, 20);
    const texts = Array.from({ length: 14 }, (_, index) => `row ${index}`);
    screen.show({ finished: rows('done'), live: rows(...texts) });
    const before = terminal.written.length;
    screen.show({ finished: [], live: rows(...texts) });
    expect(terminal.written).toHaveLength(before);
    for (const shown of [texts.slice(0, 12), ['other', ...texts.slice(1, 12)], ['other']]) {
      screen.show({ finished: [], live: rows(...shown) });
      expect(await terminal.window()).toEqual(['done', ...shown]);
    }
  });

  it.each([
    ['a low window', 6, 4],
    ['a tall one', 30, 24],
  ])('shows the same in %s as one who writes everything once, whatever comes', async (_, height, most) => {
    const texts = fc.array(fc.stringMatching(/^[a-c]{0,8}$/), { maxLength: most, size: 'max' });
    // Often nothing is another, or only the end.
    const live = fc.record({ of: fc.nat(2), length: fc.nat(most) });
    const frames = fc.array(fc.record({ finished: fc.oneof(fc.constant([]), texts), live }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(texts, texts, texts), frames, async (lives, all) => {
        const { terminal, screen } = open(8, height);
        const drawn = all.map((frame) => ({ ...frame, live: lives[frame.live.of]?.slice(0, frame.live.length) ?? [] }));
        for (const frame of drawn) screen.show({ finished: rows(...frame.finished), live: rows(...frame.live) });
        const committed = all.flatMap(({ finished }) => finished);
        const shown = [...committed, ...(drawn.at(-1)?.live ?? [])];
        while (shown.at(-1) === '') shown.pop();
        expect(await terminal.everything()).toEqual(shown);
      }),
      { numRuns: 200 },
    );
  });
});
