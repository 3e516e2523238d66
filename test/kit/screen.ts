import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished } from 'vitest';
import { VirtualTerminal } from '../../packages/tui/src/testing/virtual-terminal.ts';
import type { Script } from '../../packages/assistant/src/testing/model-server.ts';
import { type AssistantSandbox, openAssistant, UNCONFINED } from './assistant.ts';
import { BINARY, openSandbox, type Sandbox } from './helve.ts';

/** Keys as terminals send them. */
export const KEYS = {
  enter: '\r',
  shiftEnter: '\x1b[13;2u',
  escape: '\x1b',
  tab: '\t',
  shiftTab: '\x1b[Z',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  backspace: '\x7f',
  ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 0x1f),
  paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
} as const;

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export const SIZES: readonly ScreenSize[] = [
  { columns: 40, rows: 12 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
];

/** The built helve on a terminal that nobody looks at. */
export interface ShownScreen {
  /** Types, as a terminal would send it. */
  readonly type: (...keys: readonly string[]) => void;
  /** The rows of the window, without empty ones at its end. */
  readonly window: () => Promise<readonly string[]>;
  /** The same with what has scrolled out of it. */
  readonly everything: () => Promise<readonly string[]>;
  readonly cursor: () => Promise<{ readonly row: number; readonly column: number }>;
  /** Waits until the window shows something. */
  readonly shows: (what: string | RegExp) => Promise<void>;
  readonly showsNoMore: (what: string | RegExp) => Promise<void>;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** All bytes that it has written. */
  readonly written: () => string;
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly kill: (signal?: string) => void;
}

export interface ScreenOptions extends Partial<ScreenSize> {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Shows helve in a sandbox, on a terminal of its own. */
export function showHelve(
  { dir, env }: Pick<Sandbox, 'dir' | 'env'>,
  { columns = 80, rows = 24, args = [], env: more = {} }: ScreenOptions = {},
): ShownScreen {
  const terminal = new VirtualTerminal(columns, rows);
  const child = spawn(process.execPath, [BINARY, ...args], {
    cwd: dir,
    // It is shown by xterm.js.
    env: { ...env, COLORTERM: 'truecolor', TERM_PROGRAM: 'vscode', ...more },
    cols: columns,
    rows,
    name: more.TERM ?? 'xterm-256color',
  });
  child.onData((text) => terminal.write(text));
  const exited = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  let isOver = false;
  void exited.then(() => (isOver = true));
  onTestFinished(async () => {
    if (!isOver) child.kill('SIGKILL');
    await exited;
  });
  const text = async () => (await terminal.window()).join('\n');
  const holds = async (what: string | RegExp) =>
    typeof what === 'string' ? (await text()).includes(what) : what.test(await text());
  const until = async (wanted: boolean, what: string | RegExp) => {
    const deadline = Date.now() + 30_000;
    while ((await holds(what)) !== wanted) {
      if (Date.now() > deadline) {
        throw new Error(`The screen ${wanted ? 'does not show' : 'still shows'} ${String(what)}:\n${await text()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    type: (...keys) => keys.forEach((key) => child.write(key)),
    window: () => terminal.window(),
    everything: () => terminal.everything(),
    cursor: () => terminal.cursor(),
    shows: (what) => until(true, what),
    showsNoMore: (what) => until(false, what),
    resize: async (wide, high) => {
      await terminal.resize(wide, high);
      child.resize(wide, high);
    },
    written: () => terminal.written,
    pid: child.pid,
    exited,
    kill: (signal = 'SIGKILL') => child.kill(signal),
  };
}

/**
 * A folder with a model that says what the script says, and helve shown in it, ready for keys. Unless the settings say
 * otherwise, programs run outside the sandbox: the user is asked about them, and tests know them by their process ids.
 */
export async function openScreen(
  script: Script,
  options: ScreenOptions & { readonly files?: Readonly<Record<string, string>>; readonly settings?: object } = {},
): Promise<AssistantSandbox & { readonly screen: ShownScreen }> {
  const sandbox = await openAssistant(script, options.files, { ...UNCONFINED, ...options.settings });
  const screen = showHelve(sandbox, options);
  // The header comes in one frame with what the status bar tells of the conversation.
  // oxlint-disable-next-line no-control-regex -- the name has a colour of its own
  await expect.poll(() => screen.written(), { timeout: 30_000, interval: 20 }).toMatch(/helve(?:\x1b\[m)? \d+\.\d/);
  return { ...sandbox, screen };
}

/** The same where there is no model. */
export async function openWithoutModel(
  options: ScreenOptions & { readonly settings?: object } = {},
  begins = 'helve needs a model',
): Promise<Sandbox & { readonly screen: ShownScreen }> {
  const sandbox = await openSandbox({}, options.settings);
  sandbox.env.OLLAMA_HOST = '127.0.0.1:9';
  const screen = showHelve(sandbox, options);
  await screen.shows(begins);
  return { ...sandbox, screen };
}
