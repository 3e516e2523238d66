import { existsSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { useBrowser } from '../kit/browser.ts';
import { openSandbox, type Sandbox } from '../kit/helve.ts';
import { usePages } from '../kit/pages.ts';
import { NEXT } from './pages.ts';

/** What scripts say to the binary, and what they get: the words of the contract, also where they are odd. */
const home = useBrowser();
const pages = usePages({
  '/': `<!doctype html><title>Form</title><input id="name"><textarea id="notes"></textarea>
    <button id="nameless" onclick="document.title = 'Pressed'"></button><div id="open"></div>
    <script>open.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>';</script>`.replace(
    'open.attach',
    "document.getElementById('open').attach",
  ),
  '/next': NEXT,
  '/tall': `<!doctype html><button onclick="this.textContent = 'Logged in'">Login</button><div style="height:5000px">`,
  '/parts': `<!doctype html><title>Parts</title><h1>Parts</h1><p>Read <a href="/next">on</a></p>
    <img alt="dot" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  '/file': (_, response) => response.writeHead(200, { 'Content-Disposition': 'attachment' }).end('a'),
  '/nothing': (_, response) => response.writeHead(204).end(),
});

interface Printed {
  readonly id?: string;
  readonly ok: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly page?: { readonly url: string; readonly title: string };
  readonly error?: { readonly code: string; readonly message: string; readonly suggestedAction?: string };
}

interface Told {
  readonly code: number | null;
  readonly printed: Printed;
  readonly stderr: string;
}

let sandbox: Sandbox;
let session = '';
beforeEach(async () => {
  sandbox = await openSandbox();
  sandbox.env.HELVE_HOME = home.home;
  session = (await home.open(`${pages.origin}/`)).session;
});

/** Runs `helve browser …` as a process; SESSION is the one at hand, and ORIGIN where the pages are. */
async function browser(words: readonly string[], input?: string): Promise<Told> {
  const args = words.map((word) => word.replace('SESSION', session).replace('ORIGIN', pages.origin));
  const { code, stdout, stderr } = await sandbox.helve(['browser', ...args], input);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return { code, printed: JSON.parse(stdout) as Printed, stderr };
}

it.each(['session create', 'session list', 'status', 'debug last', 'debug status'])(
  '%s takes a session, as every command does, though it needs none',
  async (action) => {
    for (const given of [['-s', 'SESSION'], ['--session=SESSION']]) {
      expect(await browser([...action.split(' '), ...given])).toMatchObject({
        code: 0,
        stderr: '',
        printed: { ok: true },
      });
    }
  },
);

describe('an address', () => {
  it.each([
    ['', 'https://example.com'],
    ['  ', 'https://example.com'],
    ['next', 'https://example.com'],
    ['not an address', 'https://example.com'],
    ['popup.html', 'https://popup.html'],
    ['/next', 'https://example.com'],
    ['localhost:3000/a?b=c', 'http://localhost:3000/a?b=c'],
    ['127.0.0.1:80', 'http://127.0.0.1:80'],
    ['[::1]:80/', 'http://[::1]:80/'],
    ['box:8080', 'http://box:8080'],
    ['example.com', 'https://example.com'],
    ['http://', 'https://example.com'],
    ['view-source:https://example.com/a', 'https://example.com/a'],
    ['view-source:example.com', 'https://example.com'],
  ])('that is %j is not guessed at, but answered with a whole one', async (url, corrected) => {
    for (const action of [
      ['navigate', '-s', 'SESSION'],
      ['tab', 'open'],
    ]) {
      expect(await browser([...action, '--url', url])).toMatchObject({
        code: 2,
        printed: { error: { code: 'INVALID_INPUT', message: `--url must be a whole address, such as ${corrected}` } },
      });
    }
  });

  it('of the extension itself is not for agents', async () => {
    const [worker] = (await home.browser.cdp.targets()).filter(({ type }) => type === 'service_worker');
    const popup = new URL('/popup.html', worker?.url).href;
    for (const action of [
      ['navigate', '-s', 'SESSION'],
      ['tab', 'open'],
    ]) {
      expect(await browser([...action, '--url', popup])).toMatchObject({
        code: 1,
        printed: { error: { code: 'PERMISSION_DENIED' } },
      });
    }
  });

  it.each(['file', 'nothing'])('that leads to no page is an error, and the tab is where it was: %s', async (path) => {
    expect(await browser(['navigate', '-s', 'SESSION', '--url', `ORIGIN/${path}`])).toMatchObject({
      code: 1,
      printed: { error: { code: 'NAVIGATION_FAILED', message: 'The URL opens no page' } },
    });
    expect(await home.envelope('text', { session })).toMatchObject({ page: { url: `${pages.origin}/` } });
  });

  it.each(['ORIGIN/file', 'ORIGIN/nothing'])('that leads to no page opens no tab: %s', async (url) => {
    const before = (await browser(['session', 'list'])).printed.data;
    expect(await browser(['tab', 'open', '--url', url])).toMatchObject({
      code: 1,
      printed: { error: { code: 'NAVIGATION_FAILED', message: 'The URL opens no page' } },
    });
    expect((await browser(['session', 'list'])).printed.data).toEqual(before);
  });

  it('of a page that the browser keeps to itself is told as such, by pictures too', async () => {
    await browser(['navigate', '-s', 'SESSION', '--url', 'chrome://version']);
    for (const action of ['text', 'screenshot']) {
      expect((await browser([action, '-s', 'SESSION'])).printed.error).toMatchObject({
        code: 'SCRIPT_ERROR',
        message: expect.stringMatching(/^The browser lets no extension into this page/),
        suggestedAction: expect.stringMatching(/Navigate to a page of the web/),
      });
    }
  });
});

describe('an element', () => {
  it.each([
    ['click', '--element', ''],
    ['click', '--element', ' '],
    ['click', '--selector', ''],
    ['hover', '--element='],
    ['scroll', '--element', ''],
    ['fill', '--value', 'x', '--element', ''],
    ['fill-form', '--json', '{"fields":[{"target":{"name":" "},"value":"x"}]}'],
  ])('that a script left empty is none, and above all not the one without a name: %s %s %s', async (...words) => {
    expect(await browser([...words, '-s', 'SESSION'])).toMatchObject({
      code: 2,
      printed: { error: { code: 'INVALID_INPUT', message: expect.stringMatching(/may not be empty$/) } },
    });
    expect(await home.envelope('text', { session })).toMatchObject({ page: { title: 'Form' } });
  });

  it.each([
    ['{"hosts":[{"selector":"#open","index":1}],"target":"button"}', 'The index is counted from 0.'],
    ['{"hosts":[{"selector":"#name"}],"target":"button"}', 'Leave it out of the hosts of the route.'],
  ])('whose route leads nowhere is told with what to do: %s', async (route, suggestedAction) => {
    const { printed } = await browser(['click', '-s', 'SESSION', '--route-json', route]);
    expect(printed.error).toMatchObject({ code: 'ELEMENT_NOT_FOUND', suggestedAction });
  });
});

describe('a form', () => {
  it.each([
    ['{"selector":"#name","handle":"el1"}', /^--form at form.fields.0.target must name an element in one way: /],
    ['"#name"', /^--form at form.fields.0.target must name an element in one way: /],
    ['{"handle":"x1"}', /^--form at form.fields.0.target.handle must be a handle such as el4$/],
  ])('with the target %s says how it is written', async (target, message) => {
    const form = `{"fields":[{"target":${target},"value":"a"}]}`;
    const { code, printed } = await browser(['fill-form', '-s', 'SESSION', '--json', form]);
    expect([code, printed.error?.message]).toEqual([2, expect.stringMatching(message)]);
    await writeFile(join(sandbox.dir, 'form.json'), form);
    const inFile = await browser(['fill-form', '-s', 'SESSION', '--file', 'form.json']);
    expect(inFile.printed.error?.message).toMatch(/form: fields\.0\.target/);
  });
});

describe('what is not understood', () => {
  it.each([
    ['links', '-s', 'SESSION', '--limit', 'x'],
    ['links', '-s', 'SESSION', '--limit', '0'],
    ['wait', '-s', 'SESSION'],
    ['scroll', '-s', 'SESSION', '--direction', 'sideways'],
    ['text', '-s', 'SESSION', '--timeout', '0'],
    ['text', '-s'],
    ['text', '--sesion', 'SESSION'],
    ['fill-form', '-s', 'SESSION', '--json', '{'],
  ])('is answered in the same form as all else: %s %s %s %s %s', async (...words) => {
    const { code, printed, stderr } = await browser(words);
    const error = { code: 'INVALID_INPUT', category: 'execution', retry: 'conditional', message: expect.any(String) };
    expect(printed).toMatchObject({ protocol_version: 1, id: expect.any(String), ok: false, error });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${printed.error?.message}`)]);
    const { stdout } = await sandbox.helve(['batch'], ['browser', ...words].join(' ').replace('SESSION', session));
    expect(JSON.parse(stdout)).toMatchObject({ protocol_version: 1, ok: false, error: { code: 'INVALID_INPUT' } });
  });

  it('has the id that --verbose speaks of', async () => {
    const { printed, stderr } = await browser(['links', '-s', 'SESSION', '--limit', '0', '--verbose']);
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
    const ids = lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId);
    expect(ids).toEqual(ids.map(() => printed.id));
    expect(ids.length).toBeGreaterThan(1);
  });
});

describe('a value on standard input', () => {
  it('is not read where its flag is off', async () => {
    const filled = await browser(['fill', '-s', 'SESSION', '--selector', '#name', '--value-stdin=true'], 'Ada');
    expect(filled.printed.data).toMatchObject({ filled: true, verifiedValue: 'Ada' });
    const off = ['fill', '-s', 'SESSION', '--selector', '#name', '--value-stdin=false'];
    expect(await browser(off, 'Eve')).toMatchObject({ code: 2 });
    expect((await browser([...off, '--value', 'Bob'], 'Eve')).printed.data).toMatchObject({ verifiedValue: 'Bob' });
  });

  it('that is not JSON is told as what it is', async () => {
    const { printed } = await browser(['fill-form', '-s', 'SESSION', '--stdin'], '{');
    expect(printed.error).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^What standard input holds is not JSON/),
      suggestedAction: expect.stringMatching(/^Fields: \{"fields":/),
    });
  });
});

describe('a picture', () => {
  it('that is wanted in a folder is there, also if it is wanted inline', async () => {
    const { printed } = await browser(['screenshot', '-s', 'SESSION', '--output-dir', 'shots', '--inline']);
    expect(printed.data).toMatchObject({ file: expect.any(String), base64: expect.any(String) });
    expect(await readdir(join(sandbox.dir, 'shots'))).toHaveLength(1);
  });

  it.each([
    // Below it a folder cannot be made, which the system tells in a way that had Node try for ever.
    ['/proc/none', 'NOT_FOUND'],
    ['file', 'NOT_DIRECTORY'],
    ['file/below', 'NOT_DIRECTORY'],
  ])('for the folder %s, which cannot be, is an error', async (folder, code) => {
    await writeFile(join(sandbox.dir, 'file'), '');
    expect(await browser(['screenshot', '-s', 'SESSION', '--output-dir', folder])).toMatchObject({
      code: 1,
      printed: { error: { code } },
    });
  });
});

it('a person is asked for something', async () => {
  expect(await browser(['require-human', '-s', 'SESSION', '--reason', ' '])).toMatchObject({
    code: 2,
    printed: { error: { message: '--reason must say what the person should do' } },
  });
  expect(await home.data('text', { session })).toBeTruthy();
});

it('a session whose label is empty has none', async () => {
  const { printed } = await browser(['session', 'create', '--label', '']);
  expect(printed.data).not.toHaveProperty('label');
});

it('the properties of an inspection are the usual ones where none is named', async () => {
  for (const properties of ['', ' , ']) {
    const { printed } = await browser(['inspect', '-s', 'SESSION', '--selector', '#name', '--properties', properties]);
    expect(printed.data).toMatchObject({ elements: [{ computed: { display: 'inline-block', position: 'static' } }] });
  }
});

it('a service that does not answer is a failure of the way, and not of the command', async () => {
  const { daemon } = await home.data<{ daemon: { pid: number } }>('status');
  process.kill(daemon.pid, 'SIGSTOP');
  try {
    expect(await browser(['text', '-s', 'SESSION', '--timeout', '100'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: The service does not answer\n.*helve service restart/),
      printed: { error: { code: 'SERVICE_FAILED', category: 'transport' } },
    });
  } finally {
    process.kill(daemon.pid, 'SIGCONT');
  }
  expect(await browser(['text', '-s', 'SESSION', '--timeout', '1'])).toMatchObject({
    code: 1,
    printed: { error: { code: 'TIMEOUT', category: 'transport' } },
  });
});

it.each(['text', 'links', 'images', 'elements', 'outline', 'dom', 'inspect --selector p', 'snapshot'])(
  '%s shows a person what is in the page, and not what a model is told of it',
  async (action) => {
    await home.data('navigate', { session, url: `${pages.origin}/parts` });
    const shown = await sandbox.helveOnTerminal(['browser', ...action.split(' '), '-s', session]);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringMatching(/\S/)]);
    expect(shown.stdout).not.toContain('trust=');
  },
);

it('a line without a session works in the default session, which the first address opens', async () => {
  expect(await browser(['text'])).toMatchObject({ code: 1, printed: { error: { code: 'SESSION_REQUIRED' } } });
  const lines = [
    `codebolt browser navigate --url "${pages.origin}/tall"`,
    'codebolt browser click --element "Login"',
    'codebolt browser scroll --direction "down" --pixels 800',
    'codebolt browser text',
    `codebolt browser navigate --url "${pages.origin}/next"`,
  ];
  const { stdout } = await sandbox.helve(['batch'], lines.join('\n'));
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  expect(answers[1]?.data).toMatchObject({ clicked: true });
  expect(answers[2]?.data).toMatchObject({ scrolledPx: 800 });
  expect(answers[3]?.data).toMatchObject({ text: expect.stringContaining('Logged in') });
  const { sessions } = await home.data<{ sessions: { session: string; label?: string }[] }>('session list');
  const usual = sessions.filter(({ label }) => label === 'default');
  expect(usual).toHaveLength(1);
  expect(await home.data('tab list', {})).toMatchObject({ session: usual[0]?.session, tabs: [{ tab: 't1' }] });
  // A tab that was closed is replaced by the next address.
  await home.data('tab close', {});
  expect(await home.data('navigate', { url: `${pages.origin}/next` })).toMatchObject({ title: 'Next' });
  expect(await home.data('tab list', {})).toMatchObject({ tabs: [{ tab: 't2', bound: true }] });
  await home.data('session close', {});
  expect(await home.failure('text')).toMatchObject({ code: 'SESSION_REQUIRED' });
});

it('a wait lasts as long as it was told to', async () => {
  for (const time of [
    ['--timeout', '1500'],
    ['--wait-ms', '1500'],
  ]) {
    const words = ['wait', '-s', 'SESSION', '--strategy', 'text', '--target', 'nowhere', ...time];
    const { code, printed } = await browser(words);
    expect([code, printed.data]).toEqual([0, { matched: false, elapsed: expect.any(Number) }]);
    expect(printed.data?.elapsed).toBeGreaterThanOrEqual(1500);
  }
  await browser(['require-human', '-s', 'SESSION', '--reason', 'Log in']);
  const { printed } = await browser(['wait-human', '-s', 'SESSION', '--timeout', '1000']);
  expect(printed.data).toMatchObject({ done: false });
  expect(printed.data?.waitedMs).toBeGreaterThanOrEqual(1000);
});

it('debug last has the requests that were refused, and those that no browser was asked for', async () => {
  await browser(['text', '-s', 'zzzzzz']);
  await browser(['click', '-s', 'SESSION', '--element', 'el99']);
  await browser(['tab', 'close', '-s', 'SESSION', '--tab', 't9']);
  await browser(['session', 'list']);
  const { printed } = await browser(['debug', 'last', '--count', '4']);
  expect(printed.data?.requests).toMatchObject([
    { action: 'text', session: 'zzzzzz', ok: false, errorCode: 'SESSION_NOT_FOUND' },
    { action: 'click', session, ok: false, errorCode: expect.stringMatching(/^ELEMENT_HANDLE/) },
    { action: 'tab.close', session, ok: false, errorCode: expect.stringMatching(/^TAB_/) },
    { action: 'session.list', ok: true },
  ]);
});

it('a token that is missing is a failure of the set-up, and no other is made', async () => {
  const token = join(home.home, 'token');
  await rename(token, `${token}.away`);
  try {
    for (const words of [['status'], ['text', '-s', 'SESSION'], ['session', 'list']]) {
      const { code, printed, stderr } = await browser(words);
      expect([code, printed.error?.code]).toEqual([2, 'INVALID_SETTINGS']);
      expect(stderr).toMatch(/^error: The token file .* does not exist\n.*helve service restart/);
    }
    expect(existsSync(token)).toBe(false);
  } finally {
    await rename(`${token}.away`, token);
  }
  expect(await browser(['status'])).toMatchObject({ code: 0 });
});
