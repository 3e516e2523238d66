import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { startModelServer, TEST_KEY } from '../../packages/assistant/src/testing/model-server.ts';
import { openAssistant, UNCONFINED } from '../kit/assistant.ts';
import { asked, systemOf } from '../kit/asked.ts';
import { startKeyring } from '../kit/keyring.ts';
import { startOllama } from '../kit/ollama.ts';
import { KEYS, openScreen, openWithoutModel, showHelve, type ShownScreen } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };

async function startServer() {
  const server = await startModelServer([ANSWER]);
  onTestFinished(server.close);
  return server;
}

it.each([
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
])('offers what can be done without a model, at $columns x $rows', async (size) => {
  const { screen } = await openWithoutModel(size);
  const rows = await screen.window();
  expect(rows.filter((row) => /^[❯ ] \S/.test(row)).map((row) => row.slice(2, 30).replace(/ +/g, ' ').trim())).toEqual([
    'Enter an Anthropic API key',
    expect.stringMatching(/^Use another endpoint/),
    expect.stringMatching(/^Take the tour/),
    'Not now',
    'enter to select, esc to canc',
  ]);
  expect(rows.at(-1)).toContain('no model');
});

it('a key is typed without being seen, kept in a file that only the user can read, and used', async () => {
  const server = await startServer();
  const { screen, home } = await openWithoutModel({
    env: { ANTHROPIC_BASE_URL: server.url, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  });
  screen.type(KEYS.enter);
  await screen.shows('Your Anthropic API key');
  screen.type(TEST_KEY);
  await screen.shows(`> ${'*'.repeat(TEST_KEY.length)}`);
  screen.type(KEYS.enter);
  await screen.shows('❯ English');
  screen.type(KEYS.down, KEYS.enter);
  await screen.shows('The key is saved in a file that only you can read.');
  await screen.shows('Context');
  expect((await stat(join(home, 'anthropic.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(home, 'settings.json'), 'utf8')).not.toContain(TEST_KEY);
  screen.type('Hello', KEYS.enter);
  await screen.shows('Understood.');
  expect(await systemOf(server, 0)).toContain('Always respond in Korean');
  expect(screen.written()).not.toContain(TEST_KEY);
});

it('a key is kept in the keyring of the system, where there is one, and used', async () => {
  const server = await startServer();
  const bus = await mkdtemp(join(tmpdir(), 'helve-keyring-'));
  onTestFinished(() => rm(bus, { recursive: true, force: true, maxRetries: 5 }));
  const { screen, home } = await openWithoutModel({
    env: { ANTHROPIC_BASE_URL: server.url, DBUS_SESSION_BUS_ADDRESS: await startKeyring(bus) },
  });
  screen.type(KEYS.enter);
  await screen.shows('Your Anthropic API key');
  screen.type(TEST_KEY, KEYS.enter);
  await screen.shows('❯ English');
  screen.type(KEYS.enter);
  await screen.shows('The key is saved in the keyring of this system.');
  await screen.shows('Context');
  expect(existsSync(join(home, 'anthropic.key'))).toBe(false);
  expect(await readFile(join(home, 'settings.json'), 'utf8')).toContain('$KEYRING:anthropic');
  screen.type('Hello', KEYS.enter);
  await screen.shows('Understood.');
});

it('a model of the Ollama that runs here is one of the choices, and answers', async () => {
  const { screen } = await openWithoutModel({ env: { OLLAMA_HOST: await startOllama() } });
  await screen.shows(/Use qwen3:8b +from the Ollama that runs here/);
  screen.type(KEYS.down, KEYS.down, KEYS.enter);
  await screen.shows('Context');
  screen.type('Hello', KEYS.enter);
  await screen.shows('From here.');
});

it('another endpoint is asked for its address and its model, and its key is kept as others are', async () => {
  const server = await startServer();
  const { screen, home } = await openWithoutModel({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
  screen.type(KEYS.down, KEYS.enter);
  await screen.shows('Its address');
  // What is pasted takes the place of what was proposed.
  screen.type(KEYS.paste(server.openAiUrl), KEYS.enter);
  await screen.shows('The model');
  screen.type('tiny', KEYS.enter);
  await screen.shows('A key, if it needs one');
  screen.type(TEST_KEY, KEYS.enter);
  await screen.shows('The key is saved in a file that only you can read.');
  await screen.shows('Context');
  screen.type('Hello', KEYS.enter);
  await screen.shows('Understood.');
  expect(server.requests.at(-1)).toMatchObject({ path: '/v1/chat/completions', body: { model: 'tiny' } });
  const settings = join(home, 'settings.json');
  expect(await readFile(settings, 'utf8')).toContain('endpoint/tiny');
  expect(await readFile(settings, 'utf8')).not.toContain(TEST_KEY);
  expect((await stat(join(home, 'endpoint.key'))).mode & 0o777).toBe(0o600);
});

it('a key that is pasted as a message is neither sent nor kept', async () => {
  const key = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz';
  const { screen, home } = await openWithoutModel();
  screen.type(KEYS.escape);
  await screen.shows('No model yet.');
  screen.type(KEYS.paste(key), KEYS.enter);
  await screen.shows('That looks like an API key');
  screen.type('/login', KEYS.enter);
  await screen.shows('helve needs a model');
  screen.type(KEYS.escape);
  await screen.showsNoMore('helve needs a model');
  screen.type('/quit', KEYS.enter);
  expect(await screen.exited).toBe(0);
  const files = (await readdir(home, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const kept = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  expect(kept.filter((text) => text.includes(key))).toEqual([]);
});

it('an address that is none is asked for again, and one where nobody answers is told of', async () => {
  const { screen, home } = await openWithoutModel();
  screen.type(KEYS.down, KEYS.enter);
  await screen.shows('Its address');
  screen.type(KEYS.ctrl('u'), 'nonsense', KEYS.enter);
  await screen.shows(/Enter a full URL[^]*> nonsense/);
  screen.type(KEYS.ctrl('u'), 'http://127.0.0.1:9/v1', KEYS.enter);
  await screen.shows('The model');
  screen.type('tiny', KEYS.enter);
  await screen.shows('A key, if it needs one');
  screen.type(KEYS.enter);
  await screen.shows('http://127.0.0.1:9/v1 is not answering');
  expect(await readFile(join(home, 'settings.json'), 'utf8')).toContain('endpoint/tiny');
});

it('a model that is not named is asked for again, and esc leaves without keeping anything', async () => {
  const { screen, home } = await openWithoutModel();
  screen.type(KEYS.down, KEYS.enter);
  await screen.shows('Its address');
  screen.type(KEYS.enter);
  await screen.shows('The model');
  screen.type(KEYS.enter);
  await screen.shows(/The model\nEnter the name of a model on this endpoint/);
  screen.type('tiny', KEYS.enter);
  await screen.shows('A key, if it needs one');
  screen.type(KEYS.escape);
  await screen.shows('No model yet.');
  await expect(readFile(join(home, 'settings.json'), 'utf8')).rejects.toThrow('ENOENT');
});

it('an answer that is longer than the row is seen as far as it is written, and edited as everything', async () => {
  const { screen } = await openWithoutModel({ columns: 40, rows: 12 });
  screen.type(KEYS.down, KEYS.enter);
  await screen.shows('Its address');
  screen.type(KEYS.ctrl('u'), 'http://127.0.0.1:8080/a/very/long/way/to/it/v1');
  await screen.shows(/> http:\/\/127\.0\.0\.1[^]*\n {2}\S*v1\n/);
  screen.type(KEYS.home, '\x1b[3~', 'X', '\x1b[1;5C', KEYS.ctrl('k'));
  await screen.shows(/> Xttp\n/);
});

it('a command that is a prompt is kept as it was typed', async () => {
  const { screen } = await openWithoutModel();
  screen.type(KEYS.escape);
  await screen.shows('No model yet.');
  screen.type('/review the tests', KEYS.enter);
  await screen.shows('helve needs a model');
  screen.type(KEYS.escape);
  await screen.shows('> /review the tests');
});

it('where the user asked for a model, enter answers the question', async () => {
  const { screen } = await openWithoutModel();
  screen.type(KEYS.escape);
  await screen.shows('No model yet.');
  screen.type('Hello?', KEYS.enter);
  await screen.shows('helve needs a model');
  screen.type(KEYS.enter);
  await screen.shows('Your Anthropic API key');
});

it('without a model /help, ! and lines of helve work, and words are kept and ask for one again', async () => {
  const { screen } = await openWithoutModel();
  screen.type(KEYS.escape);
  await screen.shows('No model yet.');
  screen.type('!echo from the shell', KEYS.enter);
  await screen.shows(/! echo from the shell\n {2}from the shell/);
  screen.type('helve fs list', KEYS.enter);
  await screen.shows('> helve fs list');
  screen.type('/help', KEYS.enter);
  await screen.shows('Your text goes to the model');
  screen.type(KEYS.escape);
  await screen.showsNoMore('What you type');
  screen.type('/clear', KEYS.enter);
  await screen.showsNoMore('from the shell');
  screen.type('Hello?', KEYS.enter);
  await screen.shows('helve needs a model');
  screen.type(KEYS.escape);
  await screen.shows('> Hello?');
});

describe('the tour', () => {
  /** Goes through the whole tour. */
  async function takeTour(screen: ShownScreen): Promise<void> {
    await screen.shows('Tour, 1 of 2.');
    await screen.shows('> What does this project do');
    screen.type(KEYS.enter);
    await screen.shows('Allow Bash?');
    screen.type('y');
    await screen.shows('Tour, 2 of 2.');
    screen.type(KEYS.enter);
    await screen.shows('Allow Edit?');
    await screen.shows('+   return price * (1 + rate);');
    await screen.shows('Allow all edits in this conversation');
    screen.type('y');
    await screen.shows(/session start[^]*Allow Bash\?\n {2}\$ helve terminal session start[^]*It runs node --test/);
    screen.type('y');
    await screen.shows('That was the tour.');
  }

  it('is gone through from the first run, and leaves nothing behind', async () => {
    const place = await mkdtemp(join(tmpdir(), 'helve-e2e-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const { screen, home } = await openWithoutModel({ rows: 40, env: { TMPDIR: place } });
    onTestFinished(() => stopService(home));
    screen.type(KEYS.down, KEYS.down, KEYS.enter);
    const tours = async () => (await readdir(place)).filter((name) => name.startsWith('helve-tour-'));
    await expect.poll(tours).toHaveLength(1);
    await takeTour(screen);
    await screen.shows('helve needs a model');
    await screen.shows(/no model +\| +msgs: 0/);
    const text = (await screen.everything()).join('\n');
    expect(text).toContain('✓ Edit(price.js)');
    expect(text).toContain('Its one test fails');
    expect(await tours()).toEqual([]);
    expect((await readdir(join(home, 'projects')).catch(() => [])).filter((name) => name.includes('tour'))).toEqual([]);
  }, 120_000);

  it.each([
    ['the user leaves', (screen: ShownScreen) => screen.type(KEYS.escape, KEYS.ctrl('c'), KEYS.ctrl('d'))],
    ['its terminal is closed', (screen: ShownScreen) => screen.kill('SIGHUP')],
    ['it is told to end', (screen: ShownScreen) => screen.kill('SIGTERM')],
  ])('leaves nothing behind when %s', async (_, end) => {
    const place = await mkdtemp(join(tmpdir(), 'helve-e2e-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const options = { args: ['tour'], rows: 30, env: { TMPDIR: place }, settings: UNCONFINED };
    const { screen, home } = await openWithoutModel(options, 'Tour, 1 of 2.');
    screen.type(KEYS.enter);
    await screen.shows('Allow Bash?');
    expect(await readdir(place)).toHaveLength(1);
    end(screen);
    await screen.exited;
    expect(await readdir(place)).toEqual([]);
    expect(existsSync(join(home, 'projects')) ? await readdir(join(home, 'projects')) : []).toEqual([]);
    expect(existsSync(join(home, 'service.json'))).toBe(false);
  });

  it('is left with esc, and a question of it denied with it', async () => {
    const { screen, home } = await openWithoutModel(
      { args: ['tour'], rows: 30, settings: UNCONFINED },
      'Tour, 1 of 2.',
    );
    onTestFinished(() => stopService(home));
    screen.type(KEYS.enter);
    await screen.shows('Allow Bash?');
    screen.type(KEYS.escape);
    await screen.shows('Tour, 2 of 2.');
    screen.type(KEYS.escape);
    await screen.shows('helve needs a model');
    expect(existsSync(join(home, 'projects')) ? await readdir(join(home, 'projects')) : []).toEqual([]);
  });

  it('is over when the user goes on to a conversation of their own, which stays', async () => {
    const place = await mkdtemp(join(tmpdir(), 'helve-e2e-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const sandbox = await openAssistant([ANSWER, ANSWER]);
    expect((await sandbox.ask('Before')).code).toBe(0);
    const screen = showHelve(sandbox, { args: ['tour'], rows: 30, env: { TMPDIR: place } });
    await screen.shows('Tour, 1 of 2.');
    screen.type(KEYS.ctrl('c'), '/clear', KEYS.enter);
    await screen.shows('Tour ended.');
    await screen.shows('Claude Sonnet');
    await expect.poll(() => readdir(place)).toEqual([]);
    screen.type('Hello', KEYS.enter);
    await screen.shows('Understood.');
    screen.type(KEYS.ctrl('d'));
    await screen.exited;
    const { stdout } = await sandbox.helve(['session', 'list']);
    expect((JSON.parse(stdout) as { data: { sessions: object[] } }).data.sessions).toHaveLength(2);
  });

  it('is taken with a model too, and then the conversation begins', async () => {
    const sandbox = await openScreen([ANSWER]);
    const screen = showHelve(sandbox, { args: ['tour'] });
    await screen.shows('Tour, 1 of 2.');
    screen.type(KEYS.escape);
    await screen.shows('Tour ended.');
    await screen.shows('Claude Sonnet');
    screen.type('Hello', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(sandbox.server, 0)).text).toContain('Hello');
  });
});
