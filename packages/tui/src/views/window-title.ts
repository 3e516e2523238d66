import type { ScreenState } from '../state/state.ts';
import { sanitise } from '../text/sanitise.ts';
import { line, plainText } from '../text/span.ts';
import { clip } from '../text/wrap.ts';

const MOST_CELLS = 60;

/** What the window is called: what the conversation is about, and whether helve works or waits for an answer. */
export function windowTitle({ status, turn }: ScreenState, folder: string): string {
  const sign = !turn ? '' : turn.phase === 'asking' ? '? ' : '* ';
  const about = sanitise((status.title ?? folder).replace(/\s+/g, ' '));
  return `${sign}${plainText(clip(line(about), MOST_CELLS))} · helve`;
}
