import { describe, expect, it } from 'vitest';
import { KEYS, openScreen, type ShownScreen, SIZES } from '../kit/screen.ts';

/** The numbers in what is shown, in their order. */
async function numbers(screen: ShownScreen): Promise<readonly number[]> {
  return [...(await screen.everything()).join('\n').matchAll(/#(\d+)\./g)].map(([, id]) => Number(id));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each(SIZES)('from $columns x $rows', (size) => {
  it('another size at rest leaves one input and one status bar below what was said', async () => {
    const said = upTo(40).map((index) => `Line #${index}. of an answer\n\n`);
    const { screen } = await openScreen([{ text: said }], size);
    screen.type('Say it', KEYS.enter);
    await screen.shows('#39.');
    await screen.showsNoMore('esc to stop');
    screen.type('typed');
    await screen.shows('> typed');
    for (const { columns, rows } of [...SIZES, size]) {
      await screen.resize(columns, rows);
      screen.type('.');
      await screen.shows(/> typed\.+\nMode: default[^\n]*$/);
      const all = await screen.everything();
      expect(all.filter((row) => row.startsWith('> typed'))).toHaveLength(1);
      expect(all.filter((row) => row.startsWith('Mode:'))).toHaveLength(1);
      expect(await numbers(screen)).toEqual(upTo(40));
    }
  });

  it('another size while it is written loses no row and shows none twice', async () => {
    const gates = upTo(4).map(() => {
      let open = () => {};
      const opened = new Promise<void>((resolve) => (open = resolve));
      return { open, opened };
    });
    // Each answer stops half-way; tools in between make it one turn.
    const script = gates.map(({ opened }, part) => ({
      text: upTo(30).map((index) => `Line #${part * 30 + index}. is said\n\n`),
      hold: opened,
      ...(part < 3 ? { calls: [{ name: 'Glob', input: { pattern: `none-${part}` } }] } : {}),
    }));
    const { screen } = await openScreen(script, size);
    screen.type('Say it', KEYS.enter);
    const sizes = [...SIZES, size];
    for (const [part, gate] of gates.entries()) {
      await screen.shows(`#${part * 30 + 14}.`);
      const next = sizes[part] ?? size;
      await screen.resize(next.columns, next.rows);
      gate.open();
    }
    await screen.shows('#119.');
    await screen.showsNoMore('esc to stop');
    expect(await numbers(screen)).toEqual(upTo(120));
    const all = await screen.everything();
    expect(all.filter((row) => row.startsWith('Mode:'))).toHaveLength(1);
    expect(all.filter((row) => row.startsWith('> ')).slice(1)).toHaveLength(1);
    expect(all.at(-1)).toMatch(/^Mode: default/);
  });
});
