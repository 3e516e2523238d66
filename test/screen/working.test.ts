import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { asked } from '../kit/asked.ts';
import { KEYS, openScreen } from '../kit/screen.ts';

/** A command that says where it runs and goes on until the file `go` is there. */
const WAITING = 'echo $$ > pid; until [ -e go ]; do sleep 0.02; done; echo over';
const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
const RUNS = bash(WAITING);
const ANSWER = { text: 'Understood.' };

/** The screen with a command of the model's that runs. */
async function openWorking(script: Parameters<typeof openScreen>[0], options: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen(script, { args: ['--permission-mode', 'bypassPermissions'], ...options });
  const { screen, dir, home } = opened;
  onTestFinished(() => stopService(home));
  const go = () => writeFile(join(dir, 'go'), '');
  onTestFinished(go);
  screen.type('Run it', KEYS.enter);
  await screen.shows('⟳ Bash');
  const pid = async () => Number(await readFile(join(dir, 'pid'), 'utf8').catch(() => ''));
  // The file is there before what it says.
  await expect.poll(pid, { timeout: 30_000 }).toBeGreaterThan(0);
  return { ...opened, go, pid };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('what is typed while a tool runs waits in sight, and is in the next request', async () => {
  const { screen, server, go } = await openWorking([RUNS, ANSWER]);
  screen.type('use the other one', KEYS.enter);
  await screen.shows('↳ next: use the other one');
  await go();
  await screen.shows('Understood.');
  const { text } = await asked(server, 1);
  expect(text).toMatch(/over[^]*use the other one/);
  expect((await screen.everything()).join('\n')).toMatch(/Tool: \[1 tool\][^]*> use the other one[^]*Understood\./);
  await screen.showsNoMore('↳');
});

it('ctrl+q keeps it for after the turn, and alt+up takes the last one back', async () => {
  const { screen, server, go } = await openWorking([RUNS, { text: 'First.' }, { text: 'Second.' }]);
  screen.type('afterwards', KEYS.ctrl('q'));
  await screen.shows('↳ after this turn: afterwards');
  screen.type('and this', KEYS.ctrl('q'));
  await screen.shows('↳ after this turn: and this');
  screen.type('\x1b[1;3A');
  await screen.shows('> and this');
  await screen.showsNoMore('↳ after this turn: and this');
  screen.type(KEYS.ctrl('u'));
  await go();
  await screen.shows('Second.');
  expect((await asked(server, 1)).text).not.toContain('afterwards');
  expect((await asked(server, 2)).text).toContain('afterwards');
  expect(server.requests).toHaveLength(3);
});

it('esc stops the tool that runs, really, and the turn goes on', async () => {
  const { screen, server, pid } = await openWorking([RUNS, { text: 'What then?' }]);
  const running = await pid();
  screen.type(KEYS.escape);
  await screen.shows('What then?');
  await expect.poll(() => isAlive(running), { timeout: 30_000 }).toBe(false);
  await screen.showsNoMore('esc to stop');
  await screen.showsNoMore('esc again to stop the turn');
  expect((await asked(server, 1)).text).toMatch(/stopped|cancelled|interrupted/i);
});

it('esc twice ends the turn', async () => {
  let answer = () => {};
  const hold = new Promise<void>((resolve) => (answer = resolve));
  const { screen, server, pid } = await openWorking([RUNS, { text: 'Never seen.', hold }]);
  const running = await pid();
  screen.type(KEYS.escape);
  await screen.shows('esc again to stop the turn');
  screen.type(KEYS.escape);
  await screen.shows('Stopped.');
  await screen.showsNoMore('esc to stop');
  await expect.poll(() => isAlive(running), { timeout: 30_000 }).toBe(false);
  answer();
  expect(server.requests.length).toBeLessThanOrEqual(2);
});

it('esc while an answer comes in ends it, and keeps what is being typed', async () => {
  let end = () => {};
  const hold = new Promise<void>((resolve) => (end = resolve));
  const { screen } = await openScreen([{ text: ['The first half. ', 'The second half.'], hold }]);
  screen.type('Tell me', KEYS.enter);
  await screen.shows('The first half.');
  screen.type('half a thought');
  await screen.shows('> half a thought');
  screen.type(KEYS.escape);
  await screen.showsNoMore('esc to stop');
  await screen.shows('> half a thought');
  end();
});

it('what waited when the turn was ended is in the input again', async () => {
  const { screen } = await openWorking([RUNS, ANSWER]);
  screen.type('later', KEYS.ctrl('q'));
  await screen.shows('↳ after this turn: later');
  screen.type(KEYS.ctrl('c'));
  await screen.shows('Stopped.');
  await screen.shows('> later');
});

it('what waited when another conversation was begun is in the input again, and the command is ended', async () => {
  const { screen, server, pid } = await openWorking([RUNS, ANSWER]);
  const running = await pid();
  screen.type('later', KEYS.ctrl('q'));
  await screen.shows('↳ after this turn: later');
  screen.type('/clear', KEYS.enter);
  await screen.shows(/The previous one is saved[^]*> later/);
  await expect.poll(() => isAlive(running), { timeout: 30_000 }).toBe(false);
  screen.type(KEYS.enter);
  await screen.shows('Understood.');
  expect((await asked(server, 1)).text).not.toContain('Run it');
});

it('ctrl+c clears the input, then stops the turn, then leaves when it is pressed twice', async () => {
  const { screen, pid } = await openWorking([RUNS]);
  const running = await pid();
  screen.type('typed');
  await screen.shows('> typed');
  screen.type(KEYS.ctrl('c'));
  await screen.showsNoMore('> typed');
  await screen.shows('⟳ Bash');
  screen.type(KEYS.ctrl('c'));
  await screen.shows('Stopped.');
  await expect.poll(() => isAlive(running), { timeout: 30_000 }).toBe(false);
  screen.type(KEYS.ctrl('c'));
  await screen.shows('ctrl+c again to exit');
  screen.type(KEYS.ctrl('c'));
  expect(await screen.exited).toBe(0);
});

it('what another press would do is said for as long as it would', async () => {
  const { screen } = await openScreen([]);
  screen.type(KEYS.ctrl('c'));
  await screen.shows('ctrl+c again to exit');
  await screen.showsNoMore('ctrl+c again to exit');
  screen.type(KEYS.ctrl('c'), 'still here');
  await screen.shows('> still here');
});

it('ctrl+d leaves where nothing is typed', async () => {
  const { screen } = await openScreen([]);
  screen.type('ab', KEYS.home, KEYS.ctrl('d'));
  await screen.shows(/> b\nMode/);
  screen.type(KEYS.ctrl('d'), KEYS.ctrl('d'));
  expect(await screen.exited).toBe(0);
});

it('the last line that a command has printed is seen while it runs', async () => {
  const call = { name: 'Bash', input: { command: "echo one; printf 'two\\n\\033[31mthree\\033[0m\\n'; sleep 1000" } };
  const { screen } = await openScreen([{ calls: [call] }, ANSWER], {
    args: ['--permission-mode', 'bypassPermissions'],
  });
  screen.type('Run it', KEYS.enter);
  await screen.shows(/⟳ Bash\([^\n]*\n {4}three\n/);
  screen.type(KEYS.escape);
  await screen.shows(/⊘ Bash\([^\n]*\n {4}The user stopped it\n/);
});

it('ctrl+b lets a command go on in the background, where /tasks lists, reads and stops it', async () => {
  const { screen, server, pid } = await openWorking([RUNS, { text: 'It is still running.' }]);
  const running = await pid();
  screen.type(KEYS.ctrl('b'));
  await screen.shows('It is still running.');
  expect((await asked(server, 1)).text).toMatch(/moved to the background as session/);
  expect((await screen.everything()).join('\n')).toMatch(
    /✓ Bash\([^\n]*\n {4}moved to the background as session-\w+ after [\d.]+ s \(\/tasks\)\n/,
  );
  expect(isAlive(running)).toBe(true);
  screen.type('/tasks', KEYS.enter);
  await screen.shows(/In the background\n {2}Search: \n❯ shell session-\w+ {2}running/);
  screen.type(KEYS.enter);
  await screen.shows(/❯ Read\n {2}Stop/);
  screen.type(KEYS.enter);
  await screen.shows(/shell session-\w+ {2}1-/);
  screen.type(KEYS.escape);
  await screen.showsNoMore('to scroll');
  screen.type('/tasks', KEYS.enter);
  await screen.shows('In the background');
  screen.type(KEYS.enter);
  await screen.shows('❯ Read');
  screen.type(KEYS.down, KEYS.enter);
  await expect.poll(() => isAlive(running), { timeout: 30_000 }).toBe(false);
});

it('ctrl+b while something is asked moves the command that runs and leaves the question open', async () => {
  const agent = (prompt: string) => ({ name: 'Agent', input: { prompt } });
  const script: Parameters<typeof openScreen>[0] = ({ body }) => {
    const said = JSON.stringify(body.messages[0]);
    const isFirst = body.messages.length === 1;
    if (said.includes('Wait for it')) return isFirst ? bash('sh wait.sh') : { text: 'It is still running.' };
    if (said.includes('Ask first')) return isFirst ? bash('touch asked') : { text: 'Asked.' };
    return isFirst ? { calls: [agent('Wait for it'), agent('Ask first')] } : ANSWER;
  };
  const { screen, server, dir, home } = await openScreen(script, {
    args: ['--allowed-tools', 'Bash(sh wait.sh)'],
    files: { 'wait.sh': WAITING },
  });
  onTestFinished(() => stopService(home));
  screen.type('Run it', KEYS.enter);
  await screen.shows(/Allow Bash\?\n {2}\$ touch asked/);
  const pid = async () => Number(await readFile(join(dir, 'pid'), 'utf8').catch(() => ''));
  await expect.poll(pid, { timeout: 30_000 }).toBeGreaterThan(0);
  screen.type(KEYS.ctrl('b'));
  const told = () => server.requests.map(({ body }) => JSON.stringify(body.messages)).join('\n');
  await expect.poll(told, { timeout: 30_000 }).toContain('moved to the background as session');
  expect(isAlive(await pid())).toBe(true);
  expect((await screen.window()).join('\n')).toContain('❯ Allow  (y)');
  screen.type('y');
  await screen.shows('Understood.');
  expect(await readFile(join(dir, 'asked'), 'utf8')).toBe('');
  expect(isAlive(await pid())).toBe(true);
});

it('/tasks lists a thread, reads and stops it', async () => {
  const { screen, helve, home } = await openScreen([{ text: ['Half ', 'of it.'], hold: new Promise(() => {}) }]);
  onTestFinished(() => stopService(home));
  expect(await helve(['thread', 'start', '--prompt', 'Look for dead code', '--name', 'dead-code'])).toMatchObject({
    code: 0,
  });
  screen.type('/tasks', KEYS.enter);
  await screen.shows(/❯ thread dead-code +running/);
  screen.type(KEYS.enter);
  await screen.shows('❯ Read');
  screen.type(KEYS.enter);
  await screen.shows(/thread dead-code {2}1-[^]*Look for dead code/);
  screen.type(KEYS.escape);
  await screen.showsNoMore('to scroll');
  screen.type('/tasks', KEYS.enter);
  await screen.shows('❯ thread dead-code');
  screen.type(KEYS.enter);
  await screen.shows('❯ Read');
  screen.type(KEYS.down, KEYS.enter);
  await screen.showsNoMore('❯ Stop');
  const status = async () => (await helve(['thread', 'list'])).stdout;
  await expect.poll(status, { timeout: 30_000 }).toMatch(/"status":"(?!running)/);
});

describe('a notification', () => {
  const script = [{ calls: [{ name: 'Bash', input: { command: 'touch new' } }] }, ANSWER];
  const SIGNS = /\x1b\]9;[^\x1b]*\x1b\\|\x1b\]777;[^\x1b]*\x1b\\|\x07/g;

  it.each([
    ['iTerm2', { TERM_PROGRAM: 'iTerm.app' }, '\x1b]9;helve: Bash needs your approval.\x1b\\', /Turn finished/],
    [
      'GNOME',
      { TERM_PROGRAM: '', VTE_VERSION: '7600' },
      '\x1b]777;notify;helve;Bash needs your approval.\x1b\\',
      /Turn/,
    ],
    ['others', { TERM_PROGRAM: '' }, '\x07', /\x07/],
  ])('is one for a question and one at the end while the terminal has no focus: %s', async (_, env, question, end) => {
    const { screen } = await openScreen(script, { env });
    screen.type('\x1b[O', 'Do it', KEYS.enter);
    await screen.shows('Allow Bash?');
    expect(screen.written().match(SIGNS)).toEqual([question]);
    screen.type('y');
    await screen.shows('Understood.');
    await screen.showsNoMore('esc to stop');
    expect(screen.written().match(SIGNS)).toEqual([question, expect.stringMatching(end)]);
  });

  it.each([
    ['has focus', '\x1b[I'],
    ['has focus again', '\x1b[O\x1b[I'],
    ['has not told', ''],
  ])('is none where the terminal %s', async (_, keys) => {
    const { screen } = await openScreen(script);
    screen.type(keys, 'Do it', KEYS.enter);
    await screen.shows('Allow Bash?');
    screen.type('y');
    await screen.shows('Understood.');
    await screen.showsNoMore('esc to stop');
    expect(screen.written().match(SIGNS)).toBeNull();
  });

  it.each([
    ['bell', ['\x07']],
    ['off', null],
  ])('can be set to %s', async (notifications, signs) => {
    const { screen } = await openScreen(script, { settings: { notifications }, env: { TERM_PROGRAM: 'iTerm.app' } });
    screen.type('\x1b[O', 'Do it', KEYS.enter);
    await screen.shows('Allow Bash?');
    expect(screen.written().match(SIGNS)).toEqual(signs);
  });
});

it('what was said is in sight while a hook looks at it, and comes back where that is stopped', async () => {
  const command = 'until [ -e go ]; do sleep 0.02; done';
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] };
  const { screen, dir, server } = await openScreen([ANSWER], { settings: { hooks } });
  onTestFinished(() => writeFile(join(dir, 'go'), ''));
  screen.type('an important question', KEYS.enter);
  await screen.shows(/> an important question\n\n. Preparing\.\.\. \([^\n]*esc to stop\)/);
  screen.type(KEYS.escape);
  await screen.shows('Stopped.');
  await screen.showsNoMore('Preparing');
  await screen.shows('> an important question');
  expect(server.requests).toEqual([]);
  await writeFile(join(dir, 'go'), '');
  screen.type(KEYS.enter);
  await screen.shows('Understood.');
});

it('what is typed while an answer streams in is never lost', async () => {
  let end = () => {};
  const hold = new Promise<void>((resolve) => (end = resolve));
  const text = Array.from({ length: 400 }, (_, index) => `word${index} `);
  const { screen, server } = await openScreen([{ text, hold }, ANSWER]);
  screen.type('Tell me', KEYS.enter);
  await screen.shows('word1');
  const typed = Array.from({ length: 60 }, (_, index) => String.fromCharCode(97 + (index % 26)));
  for (const character of typed.slice(0, 30)) screen.type(character);
  end();
  for (const character of typed.slice(30)) screen.type(character);
  await screen.shows(`> ${typed.join('')}`);
  await screen.showsNoMore('esc to stop');
  screen.type(KEYS.enter);
  await screen.shows('Understood.');
  expect((await asked(server, 1)).text).toContain(typed.join(''));
});
