import { type Mode, MODES } from '@helve/policy';
import { nextEffort } from '../commands/effort.ts';
import { textLines } from '../commands/lines.ts';
import type { Action } from '../keys/actions.ts';
import { viewer } from '../overlays/viewer.ts';
import type { ToolView } from '../state/tool-view.ts';
import { drawEdit } from '../views/tool-result.ts';
import type { App } from './app.ts';
import { clipboardImage } from './clipboard-image.ts';
import { editElsewhere } from './external-editor.ts';
import { sayLine } from './say-line.ts';
import type { Work } from './screen-actions.ts';

/** Does what a key means beyond the input. */
export async function pressAction(work: Work, action: Action): Promise<void> {
  const { app } = work;
  switch (action) {
    case 'stop':
      return stop(work);
    case 'cancel':
      return cancel(app);
    case 'deleteOrExit':
      return app.edges.leave();
    case 'cycleMode':
      return cycleMode(app);
    case 'background':
      return background(app);
    case 'expand':
      return expand(app);
    case 'editQueued':
      return takeBack(app);
    case 'externalEditor':
      return app.input.setText(await app.edges.lend(() => editElsewhere(app.input.text, app.host)));
    case 'pasteImage':
      return pasteImage(app);
    case 'clearScreen':
      return app.painter.clear();
    case 'suspend':
      return app.edges.suspend();
    case 'help':
      return sayLine(work, slash('/help'));
    case 'tasks':
      return sayLine(work, slash('/tasks'));
    case 'cycleEffort':
      return cycleEffort(app);
    case 'pickModel':
      return app.input.begin('/model ');
    default:
      return undefined;
  }
}

function slash(text: string) {
  return { text, typed: text, images: [], isForLater: false };
}

/** Once: what is done now. Twice: the turn. */
async function stop({ app, tour }: Work): Promise<void> {
  const { current } = app.running;
  if (current) return current.stop();
  const conversation = app.shown?.conversation;
  if (!conversation?.isBusy) return tour.leave();
  if (app.stopsTurn() || !conversation.stopStep()) return conversation.abort();
  app.painter.paint();
}

/** What is written goes first, then the turn, then the program. */
async function cancel(app: App): Promise<void> {
  if (!app.input.isEmpty) return app.input.clear();
  const { current } = app.running;
  if (current) return current.stop();
  if (app.shown?.conversation.isBusy) return app.shown.conversation.abort();
  if (app.isSecondPress('cancel', 'ctrl+c again to exit')) return app.edges.leave();
  app.painter.paint();
}

/** While something is asked, the mode that asks about nothing is passed over: on the way to another it would answer. */
async function cycleMode({ shown, overlays }: App): Promise<void> {
  if (!shown) return;
  const { conversation } = shown;
  const modes: readonly Mode[] = overlays.current?.isUnasked
    ? MODES.filter((mode) => mode !== 'bypassPermissions')
    : MODES;
  const next = modes[(modes.indexOf(conversation.mode) + 1) % modes.length];
  if (next) await conversation.setMode(next);
}

function cycleEffort(app: App): void {
  const conversation = app.shown?.conversation;
  if (!conversation) return;
  const effort = nextEffort(conversation.effort);
  conversation.use({ effort });
  app.hint(`Effort: ${effort ?? 'auto'}`);
}

function background(app: App): void {
  if (!app.shown?.conversation.background()) app.notice('No running command can move to the background.');
}

/** Shows the latest calls in full, the last one first. */
async function expand(app: App): Promise<void> {
  const pages = app.state.calls.map((call) => ({
    title: call.argument === '' ? call.name : `${call.name}(${call.argument})`,
    // Only those that are looked at.
    get lines() {
      return inFull(call, app.columns);
    },
  }));
  if (pages.length === 0) return app.notice('Nothing to expand.');
  await app.overlays.show(viewer(pages), undefined, { isFirst: true });
}

function inFull(call: ToolView, columns: number) {
  const diff = drawEdit(call, { columns, all: true, indent: 0 });
  return [...diff, ...textLines(call.output ?? '')];
}

/** The last of what waits comes back into the input. */
function takeBack(app: App): void {
  const conversation = app.shown?.conversation;
  const last = conversation?.waiting.at(-1);
  const taken = last && conversation?.withdraw(last.id);
  if (taken) app.input.giveBack([taken.text]);
}

async function pasteImage(app: App): Promise<void> {
  const data = await clipboardImage(app.host.env);
  if (data === undefined) return app.notice('The clipboard has no image.');
  app.input.attach({ mediaType: 'image/png', data });
  app.painter.paint();
}
