import { describe, expect, it } from 'vitest';
import { KEYS, openScreen, SIZES } from '../kit/screen.ts';

describe.each(SIZES)('at $columns x $rows', (size) => {
  it('shows the prompt, what tools did, the answer, and the status bar below the input', async () => {
    const script = [
      { text: 'I will look.', calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
      { text: 'It says **hello**.' },
    ];
    const { screen } = await openScreen(script, { ...size, files: { 'a.txt': 'hello\n' } });
    screen.type('What is in a.txt?', KEYS.enter);
    await screen.shows('It says hello.');
    await screen.showsNoMore('esc to stop');
    const rows = await screen.everything();
    expect(rows.slice(1, -2)).toEqual([
      '> What is in a.txt?',
      '',
      'helve:',
      '',
      '  I will look.',
      '',
      'Tool: [1 tool]',
      '',
      '  ✓ Read(a.txt)',
      '',
      'helve:',
      '',
      '  It says hello.',
      '',
    ]);
    expect(rows.at(-1)).toMatch(/^Mode: default/);
  });
});
