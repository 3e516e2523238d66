import { describe, expect, it } from 'vitest';
import { withoutChance } from '../kit/golden.ts';
import { KEYS, openScreen, showHelve, SIZES } from '../kit/screen.ts';

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
    expect(rows.slice(0, -2).map(withoutChance)).toEqual([
      '',
      'helve 0.1.0 · Claude Sonnet 5.5',
      '/tmp/helve-e2e-XXXXXX/work',
      expect.stringMatching(/^\/help.*shift\+tab.*ctrl\+o/),
      '',
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
      '  0.0s · $0.0006',
      '',
    ]);
    expect(rows.at(-1)).toMatch(/^Mode: default/);
  });
});

it('a conversation that goes on looks as it did, and its calls can still be seen in full', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
  const read = (path: string) => ({ name: 'Read', input: { file_path: path } });
  const script = [
    { text: 'I will look.', calls: [read('a.txt'), read('missing.txt')] },
    { calls: [{ name: 'Write', input: { file_path: 'b.txt', content: lines } }] },
    { text: 'Written.' },
  ];
  const args = ['--permission-mode', 'acceptEdits'];
  const opened = await openScreen(script, { args, rows: 50, files: { 'a.txt': 'hello\n' } });
  const { screen } = opened;
  screen.type('Write it', KEYS.enter);
  await screen.shows('Written.');
  await screen.showsNoMore('esc to stop');
  const before = (await screen.everything()).slice(0, -2).map(withoutChance);
  screen.type(KEYS.ctrl('d'));
  await screen.exited;
  const again = showHelve(opened, { args: [...args, '-c'], rows: 50 });
  await again.shows('Written.');
  expect((await again.everything()).slice(0, -2).map(withoutChance)).toEqual(before);
  again.type(KEYS.ctrl('o'));
  await again.shows('+ line 19');
});
