import type { Key } from '../keys/key.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, span, type Span } from '../text/span.ts';
import { clip } from '../text/wrap.ts';

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

export interface OptionView {
  readonly label: string;
  readonly detail?: string | undefined;
}

/** One row of a list. */
export function drawOption({ label, detail }: OptionView, isSelected: boolean, columns: number): Line {
  const rest: readonly Span[] = detail ? [span(`  ${sanitise(detail)}`, { role: 'muted' })] : [];
  const text = sanitise(label);
  return isSelected
    ? clip([span('❯ ', { role: 'accent' }), span(text, { role: 'selected', bold: true }), ...rest], columns)
    : clip([span('  '), span(text), ...rest], columns);
}
