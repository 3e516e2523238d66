import { spawn } from '@lydell/node-pty';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { VirtualTerminal } from '../../packages/tui/src/testing/virtual-terminal.ts';
import { type AssistantSandbox, openAssistant, UNCONFINED } from '../kit/assistant.ts';
import { BINARY } from '../kit/helve.ts';
import { KEYS, openScreen, showHelve } from '../kit/screen.ts';

/** What gives a terminal back: keys as they were, no reports of focus, pastes unmarked, the cursor seen. */
const GIVEN_BACK = '\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[0m';

/** Breaks what every text is measured with, from when there is a file `broken`. */
const BREAK = `
const { existsSync } = require('node:fs');
const { segment } = Intl.Segmenter.prototype;
Intl.Segmenter.prototype.segment = function (text) {
  if (existsSync('broken')) throw new Error('drawing is broken');
  return segment.call(this, text);
};
`;

/** A shell on a terminal in which helve is started, as a user does. */
function openShell({ dir, env }: Pick<AssistantSandbox, 'dir' | 'env'>) {
  const terminal = new VirtualTerminal(80, 24);
  const child = spawn('bash', ['--norc', '--noprofile', '-i'], {
    cwd: dir,
    env: { ...env, PS1: '$ ', HISTFILE: '', HELVE: `${process.execPath} ${BINARY}` },
    cols: 80,
    rows: 24,
    name: 'xterm-256color',
  });
  child.onData((text) => terminal.write(text));
  const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const shows = async (what: string | RegExp) => {
    const deadline = Date.now() + 30_000;
    for (;;) {
      const text = (await terminal.everything()).join('\n');
      if (typeof what === 'string' ? text.includes(what) : what.test(text)) return;
      if (Date.now() > deadline) throw new Error(`The shell does not show ${String(what)}:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const resize = (columns: number, rows: number) => child.resize(columns, rows);
  return { type: (text: string) => child.write(text), shows, resize, terminal, close: () => child.kill('SIGHUP') };
}

async function written(file: string): Promise<string> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text;
    if (Date.now() > deadline) throw new Error(`Nothing was written to ${file}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function isOver(pid: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  const lives = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (lives()) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} still runs`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('the terminal is given back', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ])('after %s in the middle of a turn, and the conversation goes on later', async (signal, code) => {
    const sandbox = await openScreen([
      { text: ['It is ', 'fine.'], hold: new Promise(() => {}) },
      { text: 'Still here.' },
    ]);
    const { screen } = sandbox;
    screen.type('How are you?', KEYS.enter);
    await screen.shows('It is');
    screen.kill(signal);
    expect(await screen.exited).toBe(code);
    expect(screen.written()).toContain(GIVEN_BACK);
    const again = showHelve(sandbox, { args: ['-c'] });
    await again.shows('> How are you?');
    again.type('And now?', KEYS.enter);
    await again.shows('Still here.');
  });

  it('after a leave, with the modes that the shell had', async () => {
    const sandbox = await openAssistant([{ text: 'Hello.' }]);
    const shell = openShell(sandbox);
    shell.type('stty -a > before.txt; $HELVE; stty -a > after.txt; echo left $?\r');
    await shell.shows(/Context/);
    shell.type('Say hello\r');
    await shell.shows('  Hello.');
    shell.type(KEYS.ctrl('d'));
    await shell.shows('left 0');
    expect(await readFile(`${sandbox.dir}/after.txt`, 'utf8')).toBe(
      await readFile(`${sandbox.dir}/before.txt`, 'utf8'),
    );
    expect(shell.terminal.written).toContain(GIVEN_BACK);
  });

  it('after drawing throws, with what it was, and the conversation goes on later', async () => {
    const sandbox = await openAssistant([{ text: 'Hello.' }, { text: 'Still here.' }], { 'break.cjs': BREAK });
    const shell = openShell(sandbox);
    shell.type(
      'stty -a > before.txt; NODE_OPTIONS="--require ./break.cjs" $HELVE; code=$?; stty -a > after.txt; echo left $code\r',
    );
    await shell.shows(/Context/);
    shell.type('Say hello\r');
    await shell.shows('  Hello.');
    shell.type('👩‍🚀');
    await shell.shows('> 👩');
    await writeFile(`${sandbox.dir}/broken`, '');
    shell.resize(70, 20);
    await shell.shows('left 1');
    const said = (await shell.terminal.everything()).join('\n');
    expect(said).toContain('Error: drawing is broken');
    expect(said).toMatch(/The conversation is saved: helve -r \S+/);
    expect(shell.terminal.written).toContain(GIVEN_BACK);
    const modes = async (file: string) => (await readFile(`${sandbox.dir}/${file}`, 'utf8')).replace(/^.*rows.*$/m, '');
    expect(await modes('after.txt')).toBe(await modes('before.txt'));
    shell.type('echo $((40 + 2)) works\r');
    await shell.shows('42 works');
    await rm(`${sandbox.dir}/broken`);
    const again = showHelve(sandbox, { args: ['-c'] });
    await again.shows(/> Say hello[^]*Hello\./);
    again.type('And now?', KEYS.enter);
    await again.shows('Still here.');
  });

  it('ctrl+z stops it and fg goes on, with what was typed', async () => {
    const sandbox = await openAssistant([{ text: 'Hello.' }]);
    const shell = openShell(sandbox);
    shell.type('$HELVE\r');
    await shell.shows(/Context/);
    shell.type('half a prom');
    await shell.shows('> half a prom');
    shell.type(KEYS.ctrl('z'));
    await shell.shows('Stopped');
    shell.type('echo in the $((40 + 2)) shell\r');
    await shell.shows('in the 42 shell');
    shell.type('fg\r');
    await shell.shows(/in the 42 shell[\s\S]*> half a prom/);
    shell.type('pt\r');
    await shell.shows('  Hello.');
    shell.type(KEYS.ctrl('d'));
    await shell.shows('Resume this conversation');
    expect(sandbox.server.requests.map(({ text }) => /half a prompt/.test(text))).toEqual([true]);
  });
});

it('ctrl+z stops it also while something is asked, and fg asks again', async () => {
  const call = { name: 'Bash', input: { command: 'touch made' } };
  const sandbox = await openAssistant([{ calls: [call] }, { text: 'Understood.' }], {}, UNCONFINED);
  const shell = openShell(sandbox);
  shell.type('$HELVE\r');
  await shell.shows(/Context/);
  shell.type('Make it\r');
  await shell.shows('Allow Bash?');
  shell.type(KEYS.ctrl('z'));
  await shell.shows('Stopped');
  shell.type('echo in the $((40 + 2)) shell\r');
  await shell.shows('in the 42 shell');
  shell.type('fg\r');
  await shell.shows(/in the 42 shell[\s\S]*Allow Bash\?/);
  shell.type('n');
  await shell.shows('Understood.');
  shell.type(KEYS.ctrl('d'));
  await shell.shows('Resume this conversation');
});

describe('what was said is kept', () => {
  it('when the terminal is closed in the middle of a command, and no process is left', async () => {
    const command = { name: 'Bash', input: { command: 'echo $$ > pid.txt; exec sleep 4321' } };
    const sandbox = await openAssistant([{ calls: [command] }, { text: 'Still here.' }], {}, UNCONFINED);
    const shell = openShell(sandbox);
    shell.type('$HELVE --permission-mode bypassPermissions & echo helve is $!; fg\r');
    await shell.shows(/helve is \d+/);
    await shell.shows(/Context/);
    shell.type('Wait\r');
    await shell.shows('⟳ Bash(echo');
    const child = await written(`${sandbox.dir}/pid.txt`);
    const pid = Number(/helve is (\d+)/.exec(shell.terminal.written)?.[1]);
    shell.close();
    await isOver(pid);
    await isOver(Number(child));
    const again = showHelve(sandbox, { args: ['-c'] });
    await again.shows('> Wait');
    again.type('And now?', KEYS.enter);
    await again.shows('Still here.');
    expect(sandbox.server.requests).toHaveLength(2);
  });

  it('when the process is killed in the middle of a call, of which there is then no result', async () => {
    const command = { name: 'Bash', input: { command: 'echo $$ > pid.txt; exec sleep 4321' } };
    const sandbox = await openScreen([{ calls: [command] }, { text: 'Still here.' }], {
      args: ['--permission-mode', 'bypassPermissions'],
    });
    const { screen, dir } = sandbox;
    screen.type('Wait', KEYS.enter);
    const child = Number(await written(`${dir}/pid.txt`));
    screen.kill('SIGKILL');
    await screen.exited;
    await isOver(child);
    const again = showHelve(sandbox, { args: ['-c'] });
    await again.shows(/⊘ Bash\([^\n]*\n {4}No result: the process ended first\./);
    again.type('And now?', KEYS.enter);
    await again.shows('Still here.');
    expect(sandbox.server.requests).toHaveLength(2);
  });

  it('when the process is killed in the middle of a turn', async () => {
    const sandbox = await openScreen([
      { text: 'First answer.' },
      { text: ['Half of ', 'it.'], hold: new Promise(() => {}) },
      { text: 'All is known.' },
    ]);
    const { screen } = sandbox;
    screen.type('First question', KEYS.enter);
    await screen.shows('First answer.');
    await screen.showsNoMore('esc to stop');
    screen.type('Second question', KEYS.enter);
    await screen.shows('Half of');
    screen.kill('SIGKILL');
    await screen.exited;
    const again = showHelve(sandbox, { args: ['-c'] });
    await again.shows('> Second question');
    expect((await again.everything()).join('\n')).toMatch(/> First question[\s\S]*First answer\.[\s\S]*> Second/);
    again.type('Third question', KEYS.enter);
    await again.shows('All is known.');
  });

  it.each([
    [
      'a refusal',
      { status: 400, error: { type: 'invalid_request_error', message: 'No such thing.' } },
      'No such thing.',
    ],
    [
      'an error half-way',
      { text: 'Half', failHalfway: { type: 'invalid_request_error', message: 'It broke.' } },
      'It broke.',
    ],
  ])('after %s the input works and the next prompt is answered', async (_, reply, message) => {
    const { screen, server } = await openScreen((request) =>
      JSON.stringify(request.body.messages.at(-1)).includes('again') ? { text: 'Well now.' } : reply,
    );
    screen.type('Try', KEYS.enter);
    await screen.shows(message);
    await screen.showsNoMore('esc to stop');
    screen.type('Try again', KEYS.enter);
    await screen.shows('Well now.');
    expect(server.requests).toHaveLength(2);
  });

  it('and a second screen is told that the conversation is in use, until it is closed', async () => {
    const sandbox = await openScreen(() => ({ text: 'Understood.' }));
    const { screen } = sandbox;
    screen.type('the first', KEYS.enter);
    await screen.shows('Understood.');
    const other = showHelve(sandbox, { args: ['-c'] });
    await other.shows(/in use by\s+the\s+screen/);
    screen.type('the second', KEYS.enter);
    await screen.shows(/> the second[^]*Understood\./);
    screen.type('/exit', KEYS.enter);
    await screen.exited;
    await showHelve(sandbox, { args: ['-c'] }).shows('> the second');
  });

  it('when the connection is cut it asks again, and says so meanwhile', async () => {
    const { screen } = await openScreen([{ text: 'Half of it', drop: true }, { text: 'All of it.' }]);
    screen.type('Say it', KEYS.enter);
    await screen.shows('All of it.');
    await screen.showsNoMore('esc to stop');
    expect(screen.written()).toMatch(/retry in \d+ s/);
    expect((await screen.everything()).join('\n')).toMatch(
      /helve:\n\n {2}Half[^\n]*\n\nConnection lost; retrying\.\n\nhelve:\n\n {2}All of it\./,
    );
  });
});
