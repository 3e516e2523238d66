import type { Overlay } from '../overlays/overlay.ts';
import type { ScreenState } from '../state/state.ts';
import type { ToolView } from '../state/tool-view.ts';
import { Lines } from '../screen/lines.ts';
import type { Output } from '../screen/screen.ts';
import { sanitise } from '../text/sanitise.ts';
import { line } from '../text/span.ts';
import { wrap } from '../text/wrap.ts';
import { drawStatusBar } from '../views/status-bar.ts';
import { drawRunningTools } from '../views/tools.ts';
import { drawWaiting } from '../views/turn.ts';
import type { RenderMode } from './app.ts';
import { type Composition, drawInput, drawOverlay, type InputView, type Window } from './compose.ts';

/** Only lines, one after the other. */
export function plainMode(output: Output): RenderMode {
  return { surface: new Lines(output), compose: composePlain, isPlain: true };
}

/**
 * What may still change where there are only lines: what changes all the time is not told, of proposals only the one that is selected,
 * and the status where nothing else goes on.
 */
function composePlain(
  { turn, status, waiting }: ScreenState,
  input: InputView,
  overlay: Overlay<unknown> | undefined,
  { columns, rows, isWriting }: Window,
): Composition {
  const chosen = input.proposals.slice(input.selected, input.selected + 1);
  const plain: InputView = { ...input, proposals: chosen, selected: 0, placeholder: '' };
  const bottom = overlay
    ? drawOverlay(overlay, isWriting ? plain : undefined, columns, rows)
    : drawInput(plain, columns, rows);
  const isKnown = status.model !== undefined || status.custom !== undefined;
  const above = [
    ...(turn ? drawRunningTools(turn.tools.filter(isRunning).map(withoutProgress), columns) : []),
    ...drawWaiting(waiting, columns),
    ...(turn?.pause ? wrap(line(`${sanitise(turn.pause.why.replace(/\s+/g, ' '))}; retrying`), columns) : []),
    ...(turn || overlay || !isKnown ? [] : [drawStatusBar(status, turn, columns)]),
  ];
  // Who waits for an answer and writes nothing is not asked for something each time that a line comes.
  if (turn && !overlay && input.editor.text === '' && !input.search) return { lines: above };
  const { caret } = bottom;
  return { lines: [...above, ...bottom.lines], caret: caret && { ...caret, row: caret.row + above.length } };
}

function isRunning({ state }: ToolView): boolean {
  return state === 'running';
}

/** What a call is at changes all the time. */
function withoutProgress(tool: ToolView): ToolView {
  return { ...tool, brief: '' };
}
