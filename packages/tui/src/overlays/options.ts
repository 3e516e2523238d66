import type { Key } from '../keys/key.ts';
import { sanitise, sanitiseLines } from '../text/sanitise.ts';
import { type Line, line, span, type Style } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, padEnd, wrap } from '../text/wrap.ts';

/** Where the arrows lead in a list of so many; the ends meet. Undefined where the key is none of them. */
export function moveSelection(key: Key, selected: number, count: number, page = 8): number | undefined {
  if (count === 0) return undefined;
  const isCtrl = 'ctrl' in key;
  if (key.name === 'up' || (isCtrl && key.name === 'p')) return (selected - 1 + count) % count;
  if (key.name === 'down' || (isCtrl && key.name === 'n')) return (selected + 1) % count;
  if (key.name === 'pageup') return Math.max(0, selected - page);
  if (key.name === 'pagedown') return Math.min(count - 1, selected + page);
  if (key.name === 'home') return 0;
  if (key.name === 'end') return count - 1;
  return undefined;
}

/** The part of a list that is seen, with the selected one in it. */
export function visibleRange(selected: number, count: number, rows: number): readonly [from: number, to: number] {
  if (count <= rows) return [0, count];
  const from = Math.min(Math.max(0, selected - Math.floor(rows / 2)), count - rows);
  return [from, from + rows];
}

/** What is asked, a line as a line. */
export function drawTitle(title: string, columns: number): readonly Line[] {
  return sanitiseLines(title).flatMap((text) => wrap(line(text, { bold: true }), columns));
}

export interface OptionView {
  readonly label: string;
  readonly detail?: string | undefined;
}

/** In a window that is narrower, room is worth more than columns. */
const WIDE = 60;

/** How wide labels are made, so that what stands behind them begins in one column. */
export function labelColumn(options: readonly OptionView[], columns: number): number {
  if (columns < WIDE) return 0;
  const widest = Math.max(0, ...options.map(({ label }) => width(sanitise(label))));
  return Math.min(widest, Math.floor(columns / 2));
}

/** A label gives way to what stands behind it as long as it keeps so much of the row; otherwise that is cut. */
const LEAST_OF_LABEL = 0.4;

/** The one that is selected, all of it where only its label says what it is. */
export function drawSelected(view: OptionView, columns: number, column = 0): readonly Line[] {
  const drawn = drawOption(view, true, columns, column);
  const label = sanitise(view.label);
  if (view.detail || width(label) <= columns - 2) return [drawn];
  const [sign = span('❯ ')] = drawn;
  return wrap([sign, span(label, { role: 'selected', bold: true })], columns, { hanging: line('  ') });
}

/** One row of a list. */
export function drawOption({ label, detail }: OptionView, isSelected: boolean, columns: number, column = 0): Line {
  const style: Style = isSelected ? { role: 'selected', bold: true } : {};
  const sign = isSelected ? span('❯ ', { role: 'accent' }) : span('  ');
  const text = line(sanitise(label), style);
  if (!detail) return clip([sign, ...text], columns);
  const more = span(`  ${sanitise(detail)}`, { role: 'muted' });
  const room = columns - 2 - width(more.text);
  const shown = room >= columns * LEAST_OF_LABEL ? clip(text, room) : text;
  return clip([sign, ...padEnd(shown, column), more], columns);
}
