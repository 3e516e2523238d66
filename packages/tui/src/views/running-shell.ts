import type { ShellView } from '../state/state.ts';
import { sanitiseLines } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { clip, wrap } from '../text/wrap.ts';

/** Rows of what it printed that are shown. */
const MOST_ROWS = 5;
const INDENT = '  ';

/** A command of the user's own and the last that it printed, in at most so many rows. */
export function drawRunningShell({ command, lastLines }: ShellView, columns: number, rows: number): readonly Line[] {
  const printed = sanitiseLines(lastLines.trimEnd())
    .slice(-MOST_ROWS)
    .flatMap((text) => wrap(line(text, { role: 'muted' }), Math.max(1, columns - INDENT.length)))
    .map((row) => [span(INDENT), ...row]);
  const [name = ''] = sanitiseLines(command);
  const header = clip([span('! ', { role: 'accent', bold: true }), span(name, { role: 'accent' })], columns);
  const room = Math.max(0, Math.min(MOST_ROWS, rows - 2));
  return room === 0 ? [] : [[], header, ...printed.slice(-room)];
}
