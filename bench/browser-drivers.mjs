/** Other ways to a browser, for the tasks: each step is what a model would call there, with the references of their snapshots. */
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from './mcp-client.mjs';

const CHROMIUM = '/usr/bin/chromium';

/** `- button "Save" [ref=e7]` */
const THING =
  /- ([\w-]+)(?: ("(?:[^"\\]|\\.)*"))?(?: \[[^\]]*\])*? \[(?:[^\]]*, )?ref=(\w+)[^\]]*\](?: \[[^\]]*\])*(?:: (.+))?/g;

function things(snapshot) {
  return [...snapshot.matchAll(THING)].map(({ index, 1: role, 2: name, 3: handle, 4: text = '' }) => ({
    role: role.toLowerCase(),
    // What has no name may have words.
    name: name === undefined ? text : JSON.parse(name),
    handle,
    at: index,
  }));
}

/** Lists that a page made itself take two clicks and a look in between. */
async function clickOption(driver, handle, option) {
  await driver.click(handle);
  const found = things(await driver.snapshot()).find(({ role, name }) => name === option && role !== 'combobox');
  if (!found) throw new Error(`no option ${option}`);
  await driver.click(found.handle);
}

export async function playwrightDriver({ scratch, env }) {
  const program = join(scratch, 'node_modules/@playwright/mcp/cli.js');
  const output = join(scratch, 'downloads');
  const args = ['--headless', '--executable-path', CHROMIUM, '--no-sandbox', '--isolated', '--caps=vision'];
  const client = await connect(process.execPath, [program, ...args, '--output-dir', output], { env, cwd: scratch });
  const driver = () => {
    let calls = 0;
    const call = async (name, input) => {
      calls++;
      const { message } = await client.request('tools/call', { name, arguments: input });
      const said = (message.result?.content ?? []).map((part) => part.text ?? '').join('\n');
      if (message.error || message.result.isError) throw new Error(`${name}: ${message.error?.message ?? said}`);
      return said;
    };
    const self = {
      name: '@playwright/mcp',
      calls: () => calls,
      things,
      open: (url) => call('browser_navigate', { url }),
      snapshot: () => call('browser_snapshot', {}),
      click: async (target, { count = 1, at } = {}) => {
        if (!at) return call('browser_click', { target, doubleClick: count === 2 });
        const box = /\[ref=(\w+)\].*?\[box=(\d+),(\d+)/g;
        const boxes = await call('browser_snapshot', { boxes: true });
        const found = [...boxes.matchAll(box)].find(([, ref]) => ref === target);
        if (!found) throw new Error(`no box of ${target}`);
        return call('browser_mouse_click_xy', { x: Number(found[2]) + at[0], y: Number(found[3]) + at[1] });
      },
      hover: (target) => call('browser_hover', { target }),
      fill: (target, text) => call('browser_type', { target, text }),
      type: async (target, text) => {
        if (target === undefined) {
          for (const key of text) await call('browser_press_key', { key });
          return;
        }
        await call('browser_click', { target });
        await call('browser_press_key', { key: 'Control+End' });
        await call('browser_type', { target, text, slowly: true });
      },
      press: async (key, count) => {
        for (let time = 0; time < count; time++) await call('browser_press_key', { key });
      },
      select: async (target, option) => {
        try {
          await call('browser_select_option', { target, values: [option] });
        } catch {
          await clickOption(self, target, option);
        }
      },
      drag: (startTarget, endTarget) => call('browser_drag', { startTarget, endTarget }),
      upload: async (target, file) => {
        await call('browser_click', { target });
        await call('browser_file_upload', { paths: [file] });
      },
      download: async (target) => {
        const said = await call('browser_click', { target });
        const later = /to "(.+?)"/.exec(said) ? said : await call('browser_snapshot', {});
        const [, file] = /[Dd]ownloaded file .*? to "?(.+?)"?\n/.exec(`${later}\n`) ?? [];
        return readFile(join(scratch, file ?? ''), 'utf8');
      },
      scroll: async (target, pixels) => {
        await call('browser_hover', { target });
        await call('browser_mouse_wheel', { deltaX: 0, deltaY: pixels });
      },
      switchTab: () => call('browser_tabs', { action: 'select', index: 1 }),
      returnToFirst: () => call('browser_tabs', { action: 'select', index: 0 }),
    };
    return self;
  };
  return { driver, close: () => client.close() };
}

export async function agentBrowserDriver({ scratch, env }) {
  const program = join(scratch, `node_modules/agent-browser/bin/agent-browser-linux-${process.arch}`);
  chmodSync(program, 0o755);
  const own = { ...env, AGENT_BROWSER_EXECUTABLE_PATH: CHROMIUM, AGENT_BROWSER_ARGS: '--no-sandbox' };
  const run = (...args) => runProgram(program, args, { env: own, cwd: scratch });
  await run('open', 'about:blank');
  let files = 0;
  const driver = () => {
    let calls = 0;
    const call = (...args) => {
      calls++;
      return run(...args);
    };
    const self = {
      name: 'agent-browser',
      calls: () => calls,
      things,
      open: (url) => call('open', url),
      snapshot: () => call('snapshot'),
      click: async (handle, { count = 1, at } = {}) => {
        if (!at) return call(count === 2 ? 'dblclick' : 'click', `@${handle}`);
        const { x, y } = numbersIn(await call('get', 'box', `@${handle}`));
        await call('mouse', 'move', String(x + at[0]), String(y + at[1]));
        await call('mouse', 'down');
        return call('mouse', 'up');
      },
      hover: (handle) => call('hover', `@${handle}`),
      fill: (handle, value) => call('fill', `@${handle}`, value),
      type: async (handle, text) => {
        if (handle === undefined) return call('keyboard', 'type', text);
        await call('click', `@${handle}`);
        await call('press', 'Control+End');
        return call('keyboard', 'type', text);
      },
      press: async (key, count) => {
        for (let time = 0; time < count; time++) await call('press', key);
      },
      select: async (handle, option) => {
        try {
          await call('select', `@${handle}`, option);
        } catch {
          await clickOption(self, handle, option);
        }
      },
      drag: (from, to) => call('drag', `@${from}`, `@${to}`),
      upload: (handle, file) => call('upload', `@${handle}`, file),
      download: async (handle) => {
        const file = join(scratch, `download-${++files}`);
        await call('download', `@${handle}`, file);
        return readFile(file, 'utf8');
      },
      scroll: async (handle, pixels) => {
        await call('hover', `@${handle}`);
        await call('mouse', 'wheel', String(pixels));
      },
      switchTab: async () => {
        const [last = ''] = [...(await call('tab', 'list')).matchAll(/\bt\d+\b/g)].at(-1) ?? [];
        await call('tab', last);
      },
      returnToFirst: () => call('tab', 't1'),
    };
    return self;
  };
  return { driver, close: () => run('close').catch(() => {}) };
}

function numbersIn(box) {
  const number = (name) => Number(new RegExp(`"?${name}"?:\\s*(-?[\\d.]+)`).exec(box)?.[1]);
  return { x: number('x'), y: number('y') };
}

/** Not while this process waits: it serves the pages. */
export function runProgram(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
    child.once('error', reject);
    child.once('exit', (status) =>
      status === 0 ? resolve(said) : reject(new Error(`${args[0]} ended with ${status}: ${said}`)),
    );
  });
}
