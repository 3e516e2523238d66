import { expect, it } from 'vitest';
import { VirtualTerminal } from './virtual-terminal.ts';

it('shows an update when it is whole, wherever what is written is cut', async () => {
  const update = (row: string) => `\x1b[?2026h\r\x1b[K${row}\x1b[?2026l`;
  const text = `before${update('one')}${update('two')}`;
  for (let cut = 1; cut < text.length; cut++) {
    const terminal = new VirtualTerminal(20, 2);
    terminal.write(text.slice(0, cut));
    expect(['before'.slice(0, cut), 'one', 'two']).toContain((await terminal.window()).join('\n'));
    terminal.write(text.slice(cut));
    expect(await terminal.window()).toEqual(['two']);
    expect(terminal.written).toBe(text);
  }
});
