import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { withoutChance } from '../kit/golden.ts';
import { KEYS, openScreen, openWithoutModel } from '../kit/screen.ts';

const DUMB = { env: { TERM: 'dumb' } };
const READER = { settings: { screenReader: true } };
const SCRIPT = [
  { text: 'I will make it.', calls: [{ name: 'Bash', input: { command: 'touch made' } }] },
  { text: 'It is **made**.\n\n- one\n- two' },
];

/** A turn with a question that is answered with the arrows. */
async function talk(options: Parameters<typeof openScreen>[1]) {
  const opened = await openScreen(SCRIPT, options);
  const { screen, home } = opened;
  onTestFinished(() => stopService(home));
  await screen.shows('Context');
  screen.type('Make it');
  await screen.shows('> Make it');
  screen.type(KEYS.enter);
  await screen.shows('Deny, and say why');
  screen.type(KEYS.down);
  await screen.shows('❯ Allow in this');
  screen.type(KEYS.up);
  await screen.shows(/❯ Allow in this[^]*❯ Allow {2}\(y\)/);
  screen.type(KEYS.enter);
  await screen.shows(/• two\n\n {2}\S+ · \$0\.0006\nMode: [^\n]*\$0\.0006\n> $/);
  return opened;
}

it('a dumb terminal gets lines and nothing else', async () => {
  const { screen, dir } = await talk(DUMB);
  expect(await readFile(join(dir, 'made'), 'utf8')).toBe('');
  expect((await screen.everything()).map(withoutChance)).toMatchInlineSnapshot(`
    [
      "> ",
      "",
      "helve 0.1.0 · Claude Sonnet 5.5",
      "/tmp/helve-e2e-XXXXXX/work",
      "/help for commands · shift+tab for modes · ctrl+o for details",
      "Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0",
      "> Make it",
      "> ",
      "",
      "> Make it",
      "",
      "helve:",
      "",
      "  I will make it.",
      "Tools:",
      "  ⟳ Bash(touch made)",
      "Allow Bash?",
      "  $ touch made",
      "  Asked because no rule allows touch made, and the mode is default",
      "  Outside the sandbox, which is off.",
      "❯ Allow  (y)",
      "  Allow in this conversation: Bash(touch *)  (c)",
      "  Always allow in this project: Bash(touch *)  (a)",
      "  Deny  (n)",
      "  Deny, and say why  (w)",
      "❯ Allow in this conversation: Bash(touch *)  (c)",
      "❯ Allow  (y)",
      "",
      "Tool: [1 tool]",
      "",
      "  ✓ Bash(touch made)",
      "    (no output)",
      "",
      "helve:",
      "",
      "  It is made.",
      "",
      "  • one",
      "  • two",
      "",
      "  0.0s · $0.0006",
      "Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006",
      "> ",
    ]
  `);
  screen.type('/exit', KEYS.enter);
  expect(await screen.exited).toBe(0);
  // oxlint-disable-next-line no-control-regex -- none of these is what a line is made of
  expect(screen.written()).not.toMatch(/[\x00-\x06\x08-\x09\x0b-\x0c\x0e-\x1f]/);
});

it('who listens to the screen gets lines: the cursor never goes back', async () => {
  const { screen } = await talk(READER);
  // oxlint-disable-next-line no-control-regex -- what moves a cursor or erases begins with it
  expect(screen.written()).not.toMatch(/\x1b\[[\d;]*[A-HJKLMSTfsu](?!;)|\x1b\[\?25|\x1b[78M]/);
});

it('what is typed goes on in its line, and what cannot begins it anew', async () => {
  const { screen } = await openScreen([], DUMB);
  await screen.shows('Context');
  const before = screen.written().length;
  for (const key of ['a', 'b', 'c', KEYS.backspace, 'd']) {
    screen.type(key);
    await screen.shows(key === KEYS.backspace ? /> abc\n> ab$/ : new RegExp(`${key}$`));
  }
  expect(screen.written().slice(before)).toBe('abc\r\r\n> abd');
});

it('the first run is gone through on a dumb terminal', async () => {
  const { screen } = await openWithoutModel(DUMB);
  await screen.shows('enter to select');
  screen.type(KEYS.down);
  await screen.shows('❯ Use another endpoint');
  screen.type(KEYS.escape);
  await screen.shows('No model yet.');
  screen.type('/todos', KEYS.enter);
  await screen.shows('The task list is empty.');
  expect(screen.written()).not.toContain('\x1b');
});

it('who listens to the screen is told once why nothing comes', async () => {
  const busy = { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };
  const { screen } = await openScreen([busy, { text: 'The end.' }], { settings: { screenReader: true } });
  screen.type('Say it', KEYS.enter);
  await screen.shows('The end.');
  expect(screen.written().match(/529: Overloaded; retrying/g)).toHaveLength(1);
});

it('who listens to the screen is not told each line that a command prints', async () => {
  const call = { name: 'Bash', input: { command: 'echo printed; sleep 1; echo again' } };
  const { screen } = await openScreen([{ calls: [call] }, { text: 'The end.' }], {
    settings: { screenReader: true },
    args: ['--permission-mode', 'bypassPermissions'],
  });
  screen.type('Run it', KEYS.enter);
  await screen.shows('The end.');
  expect((await screen.everything()).filter((row) => row.trim() === 'printed')).toHaveLength(1);
  expect(screen.written().match(/⟳/g)).toHaveLength(1);
});
