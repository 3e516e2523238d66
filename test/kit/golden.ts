import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import type { AssistantSandbox } from './assistant.ts';
import { KEYS, openScreen, SIZES, type ScreenSize, type ShownScreen } from './screen.ts';

export const USUAL: readonly ScreenSize[] = SIZES.filter(({ columns }) => columns === 80);
export const SMALL_AND_USUAL: readonly ScreenSize[] = SIZES.filter(({ columns }) => columns <= 80);
export { SIZES as ALL };

const CHECKOUT = join(import.meta.dirname, '../..');

/**
 * The windows of a scene at each of these sizes: all their rows, without what differs from run to run. `from`: the row to
 * begin with, where chance decides how much of what was written before is still in the window.
 */
export async function drawnAt(
  sizes: readonly ScreenSize[],
  scene: (size: ScreenSize) => Promise<ShownScreen>,
  from = '',
): Promise<string> {
  const pictures: string[] = [];
  for (const size of sizes) {
    const screen = await scene(size);
    const rows = await screen.window();
    const first = rows.findIndex((row) => row.startsWith(from));
    pictures.push(`── ${size.columns} x ${size.rows} ──`, ...rows.slice(first).map(withoutChance));
  }
  return pictures.join('\n');
}

/** Opens a screen and says something to a model that answers with these, to the end of the turn. */
export async function openTalking(
  script: Parameters<typeof openScreen>[0],
  options: Parameters<typeof openScreen>[1] = {},
): Promise<AssistantSandbox & { readonly screen: ShownScreen }> {
  const opened = await openScreen(script, options);
  opened.screen.type('Tell me about apples', KEYS.enter);
  await opened.screen.shows('Understood.');
  await opened.screen.showsNoMore('esc to stop');
  return opened;
}

const TODOS = [
  { text: 'Look at the parser', state: 'done' },
  { text: 'Mend what is wrong with numbers that have a point in them', state: 'doing' },
  { text: 'Test it', state: 'open' },
];

/** What a line gives after a turn, on a window where nothing else is. */
export function afterTurn(
  line: string,
  shown: string | RegExp,
  options: Parameters<typeof openScreen>[1] = {},
): (size: ScreenSize) => Promise<ShownScreen> {
  return async (size) => {
    const script = [{ calls: [{ name: 'Todo', input: { items: TODOS } }] }, { text: 'Understood.' }];
    const { screen, home } = await openScreen(script, { ...size, ...options });
    onTestFinished(() => stopService(home));
    screen.type('Plan it', KEYS.enter);
    await screen.shows('Understood.');
    await screen.showsNoMore('esc to stop');
    screen.type(KEYS.ctrl('l'));
    await screen.showsNoMore('Understood.');
    screen.type(line, KEYS.enter);
    await screen.shows(shown);
    return screen;
  };
}

/** What the model asks, when it is asked. */
export function asking(
  script: Parameters<typeof openScreen>[0],
  shown: string | RegExp,
  options: Parameters<typeof openScreen>[1] = {},
): (size: ScreenSize) => Promise<ShownScreen> {
  return async (size) => {
    const { screen, home } = await openScreen(script, { ...size, ...options });
    onTestFinished(() => stopService(home));
    screen.type('Do it', KEYS.enter);
    await screen.shows(shown);
    return screen;
  };
}

/** What is different each time is put as something that is as wide, so that columns stay where they are. */
export function withoutChance(row: string): string {
  return row
    .replace(/helve-e2e-\w{6}/g, 'helve-e2e-XXXXXX')
    .replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '⠋')
    .replace(/\(\d[\w. ]*s · /g, '(0.0s · ')
    .replace(/^( {2})\d+(?:\.\d)?s(?= · \$|$)/, '$10.0s')
    .replace(/(duration_ms )[\d.]+/, '$10')
    .replace(/Thought for \d[\w. ]*s /, 'Thought for 0.0s ')
    .replaceAll(CHECKOUT, '<checkout>')
    .replace(/browser program: \S+/, 'browser program: <program>')
    .replace(/(machine (?:node: v|git: git version ))\d\S*/, '$1<version>')
    .replace(/(bubblewrap )\d\S*/, '$1<version>')
    .replace(/after \d\.\d+ s$/, 'after 0.000 s')
    .replace(/-work-\w+/, '-work-X')
    .replace(/^( +)\w+\/(?=\d{8}-)/, '$1X/')
    .replace(/\b\d{8}-\d{6}-\w{4}\b/, 'YYYYMMDD-HHMMSS-XXXX')
    .replace(/session-[0-9a-f]{6}/g, 'session-XXXXXX')
    .replace(/\b20\d\d-\d\d-\d\d\b/g, 'YYYY-MM-DD');
}
