import { drawOption, labelColumn, visibleRange } from '../overlays/options.ts';
import { type Line, line } from '../text/span.ts';
import { middleEllipsis } from '../text/wrap.ts';
import { FILES, type Proposal } from './proposals.ts';

/** Rows of proposals that are shown at once. */
const MOST_ROWS = 8;

/** The proposals below the input, those of each source behind a line of their own. */
export function drawPopup(
  proposals: readonly Proposal[],
  selected: number,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const most = Math.min(MOST_ROWS, rows);
  if (most < 1) return [];
  const [from, to] = visibleRange(selected, proposals.length, most);
  const isCut = to - from < proposals.length && rows > most;
  const where = line(`  ↑/↓ ${selected + 1} of ${proposals.length}`, { role: 'muted' });
  const column = labelColumn(proposals, columns);
  const lines: Line[] = [];
  proposals.slice(from, to).forEach(({ label, detail, group }, index) => {
    const before = proposals[from + index - 1];
    if (before && before.group !== group) lines.push(line(`  ── ${group} ──`, { role: 'muted' }));
    const shown = group === FILES ? middleEllipsis(label, columns - 2) : label;
    lines.push(drawOption({ label: shown, detail }, from + index === selected, columns, column));
  });
  // Lines between groups take room from the last ones, never from the selected one.
  const at = lines.findIndex((row) => row[0]?.text === '❯ ');
  const first = Math.max(0, Math.min(at - most + 1, lines.length - most));
  const seen = lines.slice(Math.max(0, first), Math.max(0, first) + most);
  return isCut ? [...seen, where] : seen;
}
