import type { Action } from '@helve/browser/protocol';
import { console } from './actions/console.ts';
import { clipboard } from './actions/clipboard.ts';
import { dialog } from './actions/dialog.ts';
import { download } from './actions/download.ts';
import { back, forward, reload } from './actions/history.ts';
import { debugLog } from './request/log.ts';
import { navigate } from './actions/navigate.ts';
import { network } from './actions/network.ts';
import { preparePdf } from './actions/pdf.ts';
import { requireHuman } from './actions/require-human.ts';
import { screenshot } from './actions/screenshot.ts';
import { cookies, storage } from './actions/stored.ts';
import { closeTab, openTab, pinTab, unpinTab } from './actions/tab.ts';
import { atPlace } from './actions/at-place.ts';
import { leaving } from './actions/leaving.ts';
import { callTool, tools } from './actions/tools.ts';
import { wait } from './actions/wait.ts';
import type { WorkerAction } from './request/call.ts';
import { inEveryFrame } from './page/frames.ts';
import { inPage } from './page/ask-page.ts';
import { mergeLists, mergeText, mergeTrees, reachable, sum } from './page/merge.ts';

const WORKER_ACTIONS = {
  // Reading
  text: inEveryFrame('text', (read) => ({ text: mergeText(read) })),
  links: inEveryFrame('links', (read, { limit }) => ({
    links: mergeLists(read, ({ links }) => links)
      .map(reachable)
      .slice(0, limit),
    total: sum(read, ({ total }) => total),
  })),
  images: inEveryFrame('images', (read) => ({ images: mergeLists(read, ({ images }) => images) })),
  elements: inEveryFrame('elements', (read) => ({
    elements: mergeLists(read, ({ elements }) => elements).map(reachable),
  })),
  snapshot: inEveryFrame('snapshot', mergeTrees),
  screenshot,
  'pdf.prepare': preparePdf,
  console,
  network,
  cookies,
  storage,
  tools,

  // Acting
  navigate,
  back,
  forward,
  reload,
  click: atPlace(
    leaving('click', ({ realPointer }) => ({
      clicked: true,
      disappeared: true,
      stable: true,
      ...(realPointer ? { by: 'debugger' } : {}),
    })),
  ),
  hover: atPlace(inPage('hover')),
  press: leaving('press', ({ key }) => ({ pressed: key, prevented: false, did: 'leave' })),
  fill: leaving('fill', () => ({
    filled: true,
    verifiedValue: '',
    method: 'paste',
    world: 'isolated',
    left: true,
  })),
  select: leaving('select', ({ optionText }) => ({ selected: true, optionText, left: true })),
  type: leaving('type', () => ({ typed: true, value: '', left: true })),
  wait,
  dialog,
  clipboard,
  download,
  'tool.call': callTool,

  // Tabs, and the extension itself
  'tab.open': openTab,
  'tab.close': closeTab,
  'tab.pin': pinTab,
  'tab.unpin': unpinTab,
  'require-human': requireHuman,
  'debug.log': debugLog,
} satisfies WorkerActions;

type WorkerActions = { readonly [A in Action]?: WorkerAction<A> };

/** Actions in which the worker has a part. The code in the page does all others alone. */
export type ActionOfWorker = keyof typeof WORKER_ACTIONS;

/** What the worker does for an action. */
export function workerAction(action: Action): WorkerAction<Action> {
  const own: WorkerActions = WORKER_ACTIONS;
  return (own[action] ?? inPage(action)) as WorkerAction<Action>;
}
