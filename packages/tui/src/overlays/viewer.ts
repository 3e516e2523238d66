import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, indentOf, wrap } from '../text/wrap.ts';
import { isLeaving, type Overlay, type WindowSize, IGNORED } from './overlay.ts';

export interface ViewerPage {
  readonly title: string;
  readonly lines: readonly Line[];
}

interface ViewerState {
  readonly page: number;
  /** Rows that are scrolled out at the top. */
  readonly offset: number;
}

/** What was drawn last, by which it is known how far keys can scroll. */
interface Drawn {
  rows: number;
  room: number;
  /** A page is laid out once for each width: it may be as long as a file. */
  laidOut?: { readonly page: number; readonly columns: number; readonly rows: readonly Line[] };
}

function layOut(shown: ViewerPage, page: number, columns: number, drawn: Drawn): readonly Line[] {
  if (drawn.laidOut?.page !== page || drawn.laidOut.columns !== columns) {
    const rows = shown.lines.flatMap((each) => wrap(each, columns, { hanging: indentOf(each, columns) }));
    drawn.laidOut = { page, columns, rows };
  }
  return drawn.laidOut.rows;
}

/** Where one is can be read also below a long title. */
function titleRow(title: string, where: string, columns: number): Line {
  const room = Math.max(Math.floor(columns / 2), columns - width(where));
  const shown = clip([span(sanitise(title), { bold: true })], room);
  return clip([...shown, span(where, { role: 'muted' })], columns);
}

/** Shows what is longer than it should be in the scrollback: arrows scroll, left and right go to other pages. */
export function viewer(
  pages: readonly ViewerPage[],
  state: ViewerState = { page: pages.length - 1, offset: 0 },
  drawn: Drawn = { rows: 0, room: 1 },
): Overlay<void> {
  const page = pages[state.page] ?? { title: '', lines: [] };
  const at = (change: Partial<ViewerState>) => {
    const offset = Math.max(0, Math.min(change.offset ?? state.offset, drawn.rows - drawn.room));
    return { next: viewer(pages, { ...state, ...change, offset }, drawn) };
  };
  return {
    draw: ({ columns, rows }: WindowSize) => {
      const all = layOut(page, state.page, columns, drawn);
      drawn.rows = all.length;
      drawn.room = Math.max(1, rows - 3);
      const offset = Math.max(0, Math.min(state.offset, drawn.rows - drawn.room));
      const body = all.slice(offset, offset + drawn.room);
      const where = `${body.length === 0 ? 0 : offset + 1}-${offset + body.length} of ${all.length}`;
      const others = pages.length > 1 ? `, ←/→ ${state.page + 1} of ${pages.length}` : '';
      return {
        lines: [
          [],
          titleRow(page.title, `  ${where}${others}`, columns),
          ...body,
          line('  ↑/↓ to scroll, esc to close', { role: 'muted' }),
        ],
      };
    },
    press: (key) => {
      if (isLeaving(key) || (key.name === 'text' && key.text === 'q') || key.name === 'enter')
        return { done: undefined };
      switch (key.name) {
        case 'up':
          return at({ offset: state.offset - 1 });
        case 'down':
          return at({ offset: state.offset + 1 });
        case 'pageup':
          return at({ offset: state.offset - drawn.room });
        case 'pagedown':
        case 'space':
          return at({ offset: state.offset + drawn.room });
        case 'home':
          return at({ offset: 0 });
        case 'end':
          return at({ offset: drawn.rows });
        case 'left':
          return at({ page: Math.max(0, state.page - 1), offset: 0 });
        case 'right':
          return at({ page: Math.min(pages.length - 1, state.page + 1), offset: 0 });
        case 'text':
          return key.text === ' ' ? at({ offset: state.offset + drawn.room }) : IGNORED;
        default:
          return key.name === 'o' && 'ctrl' in key ? { done: undefined } : IGNORED;
      }
    },
  };
}
