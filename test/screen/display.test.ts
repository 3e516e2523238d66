import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEYS, openScreen } from '../kit/screen.ts';

const DONE = 'esc to stop';

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answered(text: string, options: Parameters<typeof openScreen>[1] = {}) {
  const { screen } = await openScreen([{ text }], options);
  screen.type('Say it', KEYS.enter);
  await screen.shows('The end.');
  await screen.showsNoMore(DONE);
  return screen;
}

describe('an answer', () => {
  it('has tables, lists and headings', async () => {
    const screen = await answered('# Title\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| x | 10 |\n\nThe end.');
    const rows = await screen.everything();
    const begin = rows.indexOf('  Title');
    expect(rows.slice(begin, begin + 9)).toEqual([
      '  Title',
      '',
      '  • one',
      '  • two',
      '',
      '  a │  b',
      '  ──┼───',
      '  x │ 10',
      '',
    ]);
  });

  it('has links that can be followed, and their addresses where the terminal has none', async () => {
    const text = 'See [the page](https://example.com/x). The end.';
    const linked = await answered(text);
    expect(linked.written()).toMatch(/\x1b\]8;id=\w+;https:\/\/example\.com\/x\x1b\\the page/);
    expect((await linked.everything()).join('\n')).toContain('See the page. The end.');
    const plain = await answered(text, { env: { TERM_PROGRAM: 'Apple_Terminal' } });
    expect(plain.written()).not.toContain('\x1b]8;');
    expect((await plain.everything()).join('\n')).toContain('See the page (https://example.com/x). The end.');
  });

  it('has code in colours from when its languages are loaded', async () => {
    const { screen } = await openScreen(
      Array.from({ length: 50 }, () => ({ text: '```ts\nconst value = 1;\n```\n\nThe end.' })),
      { columns: 120 },
    );
    // The first answers may come before.
    for (let turn = 1; !screen.written().includes('\x1b[38;5;176mconst'); turn++) {
      expect(turn).toBeLessThan(50);
      screen.type('Say it', KEYS.enter);
      await screen.shows(`msgs: ${turn * 2}`);
      await screen.showsNoMore(DONE);
    }
  });
});

describe('calls', () => {
  it('of an edit show what it changed, and ctrl+o all of it', async () => {
    const before = Array.from({ length: 12 }, (_, index) => `old ${index}`).join('\n');
    const after = Array.from({ length: 12 }, (_, index) => `new ${index}`).join('\n');
    const edit = { name: 'Edit', input: { file_path: 'a.txt', old_string: before, new_string: after } };
    const read = { name: 'Read', input: { file_path: 'a.txt' } };
    const { screen } = await openScreen([{ calls: [read] }, { calls: [edit] }, { text: 'The end.' }], {
      files: { 'a.txt': `${before}\n` },
      args: ['--permission-mode', 'acceptEdits'],
      rows: 40,
    });
    screen.type('Change it', KEYS.enter);
    await screen.shows('The end.');
    await screen.showsNoMore(DONE);
    const rows = await screen.everything();
    const begin = rows.indexOf('  ✓ Edit(a.txt)');
    expect(rows.slice(begin, begin + 11)).toEqual([
      '  ✓ Edit(a.txt)',
      '    │ a.txt',
      ...Array.from({ length: 8 }, (_, index) => `    │ ${index + 1} - old ${index}`),
      '    │ ... and 16 more lines (ctrl+o)',
    ]);
    screen.type(KEYS.ctrl('o'));
    await screen.shows('+ new 11');
    screen.type(KEYS.escape);
    await screen.showsNoMore('+ new 11');
  });

  it('of the user in the shell can be seen in full too', async () => {
    const { screen } = await openScreen([]);
    screen.type('!seq 1 30', KEYS.enter);
    await screen.shows('... and 10 more lines (ctrl+o)');
    screen.type(KEYS.ctrl('o'), KEYS.end);
    await screen.shows('-30 of 30');
    expect(await screen.window()).toContain('30');
  });

  it('of an edit have the words marked that changed', async () => {
    const edit = { file_path: 'a.txt', old_string: 'the red button', new_string: 'the blue button' };
    const read = { name: 'Read', input: { file_path: 'a.txt' } };
    const { screen } = await openScreen(
      [{ calls: [read] }, { calls: [{ name: 'Edit', input: edit }] }, { text: 'The end.' }],
      {
        files: { 'a.txt': 'the red button\n' },
        args: ['--permission-mode', 'acceptEdits'],
        settings: { theme: 'dark' },
      },
    );
    screen.type('Change it', KEYS.enter);
    await screen.shows('The end.');
    expect((await screen.everything()).join('\n')).toContain('    │ 1 - the red button\n    │ 1 + the blue button');
    // The words that changed have a background, those around them have none.
    expect(screen.written()).toMatch(/the \x1b\[[\d;]*48;5;88m[^\x1b]*red\x1b\[0[\d;]*m button/);
    expect(screen.written()).toMatch(/the \x1b\[[\d;]*48;5;22m[^\x1b]*blue\x1b\[0[\d;]*m button/);
  });

  it('of a subagent stand below the call that began it while it works', async () => {
    let end = () => {};
    const hold = new Promise<void>((resolve) => (end = resolve));
    const { screen } = await openScreen(
      ({ body }) => {
        const isFirst = body.messages.length === 1;
        const isOurs = JSON.stringify(body.messages[0]).includes('Ask the scout');
        if (isOurs)
          return isFirst
            ? { calls: [{ name: 'Agent', input: { prompt: 'Look around', agent: 'scout' } }] }
            : { text: 'The end.' };
        return isFirst ? { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] } : { text: 'alpha', hold };
      },
      {
        files: {
          'a.txt': 'alpha\n',
          '.helve/agents/scout.md': '---\nname: scout\ndescription: Looks around\ntools: Read\n---\nLook.\n',
        },
      },
    );
    screen.type('Ask the scout', KEYS.enter);
    await screen.shows(
      /Tools:\n\n {2}⟳ Agent\(Look around\)\n {4}1 request · 1 tool · 110 tokens · \$0\.0003\n {4}✓ Read\(a\.txt\)\n/,
    );
    end();
    await screen.shows('The end.');
    const rows = (await screen.everything()).join('\n');
    expect(rows).toContain(
      'Tool: [1 tool]\n\n  ✓ Agent(Look around)\n    alpha\n    2 requests · 1 tool · 220 tokens · $0.0006 · ',
    );
    expect(rows).not.toContain('Read(a.txt)');
  });

  it('that fail are struck out, with why', async () => {
    const { screen } = await openScreen([
      { calls: [{ name: 'Read', input: { file_path: 'missing.txt' } }] },
      { text: 'The end.' },
    ]);
    screen.type('Read it', KEYS.enter);
    await screen.shows('The end.');
    expect((await screen.everything()).join('\n')).toMatch(/✗ Read\(missing\.txt\)\n {4}\S/);
    expect(screen.written()).toMatch(/\x1b\[[\d;]*9m\(missing\.txt\)/);
  });

  it('of which a retry is told', async () => {
    const busy = { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { screen } = await openScreen([busy, { text: 'The end.' }]);
    screen.type('Say it', KEYS.enter);
    await screen.shows('The end.');
    expect(screen.written()).toMatch(/retry in \d+ s/);
  });

  it('of which a retry is counted down to, and esc does not wait for it', async () => {
    const error = { type: 'overloaded_error', message: `All machines\nare busy: ${'x'.repeat(80)}` };
    const { screen, server } = await openScreen([{ status: 529, error, headers: { 'retry-after': '30' } }]);
    screen.type('Say it', KEYS.enter);
    await screen.shows(/529: All machines are [^\n]*…; retry in \d+ s \(esc to stop\)/);
    await screen.shows(/retry in [12]?\d s/);
    screen.type(KEYS.escape);
    await screen.shows('Stopped.');
    expect(server.requests).toHaveLength(1);
  });

  it('of which a retry is told in few columns, with how to stop it', async () => {
    const busy = { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { screen } = await openScreen([busy, { text: 'The end.' }], { columns: 30, rows: 12 });
    screen.type('Say it', KEYS.enter);
    await screen.shows('The end.');
    expect(screen.written()).toMatch(/retry in \d+ s\x1b\[[\d;]*m \(esc to stop\)/);
  });
});

it('what the model thinks is seen while it thinks', async () => {
  let goOn = () => {};
  const hold = new Promise<void>((resolve) => (goOn = resolve));
  const { screen } = await openScreen([{ thinking: 'It may be this or that. '.repeat(2), text: 'The end.', hold }]);
  screen.type('Think', KEYS.enter);
  await screen.shows('It may be this');
  goOn();
  await screen.shows('The end.');
  await screen.showsNoMore(DONE);
  expect((await screen.everything()).join('\n')).not.toContain('It may be this');
});

describe('the status bar', () => {
  it.each([
    [50_000, '38;5;77'],
    [750_000, '38;5;179'],
    [950_000, '38;5;210'],
  ])('shows %d tokens of a million in their colour', async (input, colour) => {
    const { screen } = await openScreen([{ text: 'The end.', usage: { input, output: 0 } }], {
      settings: { theme: 'dark' },
    });
    screen.type('Say it', KEYS.enter);
    await screen.shows(new RegExp(`Context: ${input / 10_000}%`));
    expect(screen.written()).toContain(`${colour}m${input / 10_000}%`);
  });

  it('says the same as /context, which shares it out', async () => {
    const { screen } = await openScreen([{ text: 'The end.', usage: { input: 300_000, output: 0 } }]);
    screen.type('Say it', KEYS.enter);
    await screen.shows('Context: 30% (300K/1M)');
    screen.type('/context', KEYS.enter);
    await screen.shows(/\nContext: 30% \(300K\/1M\)\n[^]*Free +700K +70\.0%[^]*Context: 30% \(300K\/1M\)/);
  });

  it('shows what was spent and the branch, also after it changed', async () => {
    const { screen, run } = await openScreen(
      Array.from({ length: 3 }, () => ({ text: 'The end.', usage: { input: 100_000, output: 0 } })),
      { columns: 120 },
    );
    await screen.shows('Context');
    expect((await screen.window()).at(-1)).not.toMatch(/\$|main/);
    await run('git', ['init', '-q', '-b', 'main', '.']);
    screen.type('Say it', KEYS.enter);
    await screen.shows(/msgs: 2 {2}\| {2}\$0\.2000 {2}\| {2}main {2}\| {2}no sandbox$/);
    await run('git', ['checkout', '-q', '-b', 'other']);
    screen.type('Say it', KEYS.enter);
    await screen.shows(/msgs: 4 {2}\| {2}\$0\.4000 {2}\| {2}other {2}\| {2}no sandbox$/);
  });

  it('shows what a command of the user says as text: nothing in it moves the cursor', async () => {
    const { screen } = await openScreen([], {
      settings: { statusLine: "printf '\\033[2J\\033[31mmsgs: mine\\033[0m'" },
    });
    await screen.shows(/\nmsgs: mine$/);
    expect(screen.written()).not.toContain('\x1b[2J');
  });

  it.each([
    ['has the colours that a command of the user gives it', {}, true],
    ['has none of them where there are no colours', { env: { NO_COLOR: '1' } }, false],
  ])('%s', async (_, options, isColoured) => {
    const statusLine = "printf 'plain \\033[35mmine\\033[0m'";
    const { screen } = await openScreen([], { ...options, settings: { statusLine } });
    await screen.shows(/\nplain mine$/);
    expect(/\x1b\[(?:0;)?35mmine/.test(screen.written())).toBe(isColoured);
  });

  it('is our own where a command of the user fails, which is told once', async () => {
    const { screen } = await openScreen([{ text: 'The end.' }], { settings: { statusLine: 'exit 3' } });
    await screen.shows('statusLine in your settings failed: exit code 3.');
    screen.type('Say it', KEYS.enter);
    await screen.shows('The end.');
    await screen.shows(/\nMode: default[^\n]*$/);
    expect((await screen.everything()).join('\n').match(/settings failed/g)).toHaveLength(1);
  });

  it('waits for no command of the user, and leaves nothing of it behind', async () => {
    const { screen, dir } = await openScreen([], {
      settings: { statusLine: 'sleep 4321 & echo $! > pid.txt; wait' },
    });
    await screen.shows('statusLine in your settings failed: it timed out after 5 s.');
    await screen.shows(/\nMode: default[^\n]*$/);
    const pid = Number(await readFile(join(dir, 'pid.txt'), 'utf8'));
    await expect.poll(() => lives(pid), { timeout: 30_000 }).toBe(false);
  });

  it('keeps what matters most at 40 columns', async () => {
    const { screen } = await openScreen([], { columns: 40, rows: 12 });
    await screen.shows('Context');
    expect((await screen.window()).at(-1)).toMatch(/^Mode: default {2}\| {2}Context: 0% \(0\/1M\)$/);
  });

  it('is what a command of the user says, which is told what holds', async () => {
    const { screen } = await openScreen([], {
      settings: { statusLine: `echo "mine: msgs: $(node -pe 'JSON.parse(require("fs").readFileSync(0)).messages')"` },
    });
    await screen.shows(/mine: msgs: 0$/);
    expect((await screen.window()).join('\n')).not.toContain('Mode:');
  });
});

describe('themes', () => {
  const colours = /\x1b\[[\d;]*(?:38|48)[;\d]*m|\x1b\[(?:\d;)*(?:3|9)\dm/;

  it.each([
    ['NO_COLOR', { env: { NO_COLOR: '1' } }],
    ['the theme none', { settings: { theme: 'none' } }],
    ['a dumb terminal', { env: { TERM: 'dumb' } }],
  ])('%s has no colour', async (_, options) => {
    const screen = await answered('**The end.**', options);
    expect(screen.written()).not.toMatch(colours);
  });

  it('high-contrast asks for the background, and can be read on a light one', async () => {
    const { screen } = await openScreen([], { settings: { theme: 'high-contrast' } });
    expect(screen.written()).toContain('\x1b]11;?');
    expect(screen.written()).toContain('\x1b[1;38;5;51;1m> ');
    screen.type('\x1b]11;rgb:ffff/ffff/ffff\x1b\\', 'typed');
    await screen.shows('> typed');
    expect(screen.written()).toContain('\x1b[1;38;5;18;1m> ');
  });

  it.each(['light', 'dark', 'high-contrast'])('%s has its own colours', async (theme) => {
    const screen = await answered('# Head\n\nThe end.', { settings: { theme } });
    const heads = { light: '1;38;5;25;4', dark: '1;38;5;117;4', 'high-contrast': '1;4;38;5;231;4' };
    expect(screen.written()).toContain(`\x1b[${heads[theme as keyof typeof heads]}mHead`);
  });
});

it('for a screen reader nothing moves, and each thing is said once, when it is whole', async () => {
  let goOn = () => {};
  const hold = new Promise<void>((resolve) => (goOn = resolve));
  const said = Array.from({ length: 21 }, (_, index) => [`Sentence #${index}. begins `, 'and ends.\n\n']).flat();
  const { screen } = await openScreen([{ text: said, hold }], { settings: { screenReader: true } });
  screen.type('Say it', KEYS.enter);
  await screen.shows('#9.');
  const halfway = screen.written().length;
  goOn();
  await screen.shows('#20.');
  await screen.showsNoMore(DONE);
  expect(screen.written()).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|\(\d[\w. ]*s ·|tokens/);
  expect(screen.written().slice(0, halfway)).not.toMatch(/#10\./);
  const ids = [...screen.written().matchAll(/#\d+\./g)].map(([id]) => id);
  expect(ids).toEqual(Array.from({ length: 21 }, (_, index) => `#${index}.`));
});
