/** One command in a browser, by others and by us: over MCP and as a process, on the same pages, in turns. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './browser-drivers.mjs';
import { openHome } from './browser-home.mjs';
import { PAGES, servePages } from './browser-pages.mjs';
import { compareTasks } from './browser-tasks.mjs';
import { connect } from './mcp-client.mjs';
import { columns, takeTurns } from './measure.mjs';

const CHROMIUM = '/usr/bin/chromium';

export const BROWSER_PACKAGES = [
  '@playwright/cli@0.1.22',
  '@playwright/mcp@0.0.83',
  'agent-browser@0.41.0',
  'chrome-devtools-mcp@1.11.0',
];

const ROUNDS = 9;

/** What is asked of each, and how: of a form, except for snapshots of the other pages. */
const OPERATIONS = ['text', 'snapshot', 'click', 'fill'];

export async function compareBrowsers(scratch, env) {
  const pages = await servePages();
  const home = await openHome();
  const peers = [];
  try {
    for (const open of [helve, playwright, devtools, agentBrowser]) {
      try {
        peers.push(await open({ scratch, env, home }));
      } catch (error) {
        console.error(`${open.name} is left out: ${error.message}`);
      }
    }
    const rows = [['', ...peers.map(({ name }) => name)]];
    for (const { open } of peers) await open(pages.url('form'));
    for (const operation of OPERATIONS) {
      rows.push([`${operation}, ms`, ...(await measure(peers, (peer) => peer[operation]()))]);
    }
    for (const page of PAGES) {
      for (const { open } of peers) await open(pages.url(page));
      rows.push([`snapshot of ${page}, ms`, ...(await measure(peers, (peer) => peer.snapshot()))]);
      rows.push([`snapshot of ${page}, bytes`, ...(await sizes(peers, (peer) => peer.snapshot()))]);
      rows.push([`the whole of ${page}, bytes`, ...(await sizes(peers, (peer) => (peer.whole ?? peer.snapshot)()))]);
      rows.push([`what can be used of ${page}, bytes`, ...(await sizes(peers, (peer) => peer.controls?.()))]);
    }
    for (const { open } of peers) await open(pages.url('form'));
    rows.push(['text as a process, ms', ...(await measure(peers, (peer) => peer.process?.()))]);
    rows.push(['tools/list, bytes', ...peers.map(({ listBytes }) => String(listBytes))]);
    const table = columns(rows);
    for (const { close } of peers.splice(0)) await close();
    return `${table}\n\n${await compareTasks({ scratch, env, home })}`;
  } finally {
    for (const { close } of peers) await close();
    await home.close();
    pages.close();
  }
}

async function sizes(peers, read) {
  const found = [];
  for (const peer of peers) found.push(await read(peer));
  return found.map((read) => (read === undefined ? '-' : String(Buffer.byteLength(read))));
}

/** Medians; one that cannot do it has none. */
async function measure(peers, act) {
  const able = [];
  for (const peer of peers) {
    try {
      if ((await act(peer)) !== undefined) able.push(peer);
    } catch (error) {
      console.error(`${peer.name}: ${error.message.slice(0, 200)}`);
    }
  }
  const times = await takeTurns(
    able.map((peer) => () => act(peer)),
    ROUNDS,
  );
  const medians = peers.map((peer) => (able.includes(peer) ? times[able.indexOf(peer)].toFixed(1) : '-'));
  console.error(`measured ${medians.join(', ')} ms`);
  return medians;
}

async function helve({ home }) {
  const client = await home.mcp();
  const { bytes } = await client.request('tools/list');
  let session;
  return {
    name: 'helve',
    listBytes: bytes,
    open: async (url) => {
      if (session) return client.call('BrowserNavigate', { session, url });
      session = await home.open(url);
    },
    text: () => text(client, 'BrowserText', { session }),
    snapshot: () => text(client, 'BrowserSnapshot', { session }),
    /** All of it, which a model gets only when it asks for more than is usual. */
    whole: () => tree(home, session, ''),
    controls: () => tree(home, session, '--interactive-only'),
    click: () => text(client, 'BrowserClick', { session, selector: '#send' }),
    fill: () => text(client, 'BrowserFill', { session, selector: '#i1', value: 'x' }),
    process: () => home.run('browser', 'text', '-s', session),
    close: () => client.close(),
  };
}

async function tree(home, session, flags) {
  return (await home.line(`snapshot -s ${session} --max-chars 1000000 ${flags}`)).data.tree;
}

async function playwright({ scratch, env }) {
  const program = join(scratch, 'node_modules/@playwright/mcp/cli.js');
  const args = [program, '--headless', '--executable-path', CHROMIUM, '--no-sandbox', '--isolated'];
  const client = await connect(process.execPath, args, { env, cwd: scratch });
  const { bytes } = await client.request('tools/list');
  const cli = join(scratch, 'node_modules/@playwright/cli/playwright-cli.js');
  const config = { ...env, PLAYWRIGHT_MCP_EXECUTABLE_PATH: CHROMIUM, PLAYWRIGHT_MCP_SANDBOX: 'false' };
  const run = (...rest) => runProgram(process.execPath, [cli, ...rest], { env: config, cwd: scratch });
  let opened = false;
  return {
    name: '@playwright/mcp, cli',
    listBytes: bytes,
    open: async (url) => {
      await text(client, 'browser_navigate', { url });
      opened ||= (await run('open', url).catch(complain)) !== undefined;
    },
    text: () => text(client, 'browser_evaluate', { function: '() => document.body.innerText' }),
    snapshot: () => text(client, 'browser_snapshot', {}),
    click: () => text(client, 'browser_click', { target: '#send' }),
    fill: () => text(client, 'browser_type', { target: '#i1', text: 'x' }),
    process: () => (opened ? run('eval', '() => document.body.innerText') : undefined),
    close: async () => {
      await run('close').catch(complain);
      await client.close();
    },
  };
}

async function devtools({ scratch, env }) {
  const program = join(scratch, 'node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js');
  const args = ['--headless', '--executablePath', CHROMIUM, '--isolated', '--chromeArg=--no-sandbox'];
  const client = await connect(process.execPath, [program, ...args], { env, cwd: scratch });
  const { bytes } = await client.request('tools/list');
  const pageId = Number(/^(\d+):/m.exec(await text(client, 'list_pages', {}))?.[1] ?? 1);
  const call = (name, input) => text(client, name, { pageId, ...input });
  let tree = '';
  const uid = (pattern) => pattern.exec(tree)?.[1];
  return {
    name: 'chrome-devtools-mcp',
    listBytes: bytes,
    open: async (url) => {
      await call('navigate_page', { type: 'url', url });
      tree = await call('take_snapshot', {});
    },
    text: () => call('evaluate_script', { function: '() => document.body.innerText' }),
    snapshot: () => call('take_snapshot', {}),
    click: () => call('click', { uid: uid(/uid=(\S+) button "Send"/) }),
    fill: () => call('fill', { uid: uid(/uid=(\S+) textbox "Field 1"/), value: 'x' }),
    close: () => client.close(),
  };
}

async function agentBrowser({ scratch, env }) {
  const program = join(scratch, `node_modules/agent-browser/bin/agent-browser-linux-${process.arch}`);
  chmodSync(program, 0o755);
  const mine = { ...env, AGENT_BROWSER_EXECUTABLE_PATH: CHROMIUM, AGENT_BROWSER_ARGS: '--no-sandbox' };
  const client = await connect(program, ['mcp'], { env: mine, cwd: scratch });
  const { bytes } = await client.request('tools/list');
  const run = (...rest) => runProgram(program, rest, { env: mine, cwd: scratch });
  return {
    name: 'agent-browser',
    listBytes: bytes,
    open: (url) => text(client, 'agent_browser_open', { url }),
    text: () => text(client, 'agent_browser_get_text', { selector: 'body' }),
    snapshot: () => text(client, 'agent_browser_snapshot', { interactive: false }),
    controls: () => text(client, 'agent_browser_snapshot', { interactive: true }),
    click: () => text(client, 'agent_browser_click', { selector: '#send' }),
    fill: () => text(client, 'agent_browser_fill', { selector: '#i1', text: 'x' }),
    process: () => run('get', 'text', 'body'),
    close: async () => {
      await run('close').catch(complain);
      await client.close();
    },
  };
}

/** What a tool tells a model. */
async function text(client, name, input) {
  const { message } = await client.request('tools/call', { name, arguments: input });
  const { error, result } = message;
  const said = (result?.content ?? []).map((part) => part.text ?? '').join('\n');
  if (error || result.isError) throw new Error(`${name}: ${error?.message ?? said}`);
  return said;
}

function complain(error) {
  console.error(error.message.slice(0, 300));
}
