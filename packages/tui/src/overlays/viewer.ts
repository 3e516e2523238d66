import { type Line, line, span } from '../text/span.ts';
import { clip, wrap } from '../text/wrap.ts';
import { isLeaving, type Overlay, type Place, IGNORED } from './overlay.ts';

export interface ViewerPage {
  readonly title: string;
  readonly lines: readonly Line[];
}

interface ViewerState {
  readonly page: number;
  readonly offset: number;
}

/** Shows what is longer than it should be in the scrollback: arrows scroll, left and right go to other pages. */
export function viewer(
  pages: readonly ViewerPage[],
  state: ViewerState = { page: pages.length - 1, offset: 0 },
): Overlay<void> {
  const page = pages[state.page] ?? { title: '', lines: [] };
  const at = (change: Partial<ViewerState>) => {
    const offset = Math.max(0, Math.min(change.offset ?? state.offset, page.lines.length - 1));
    return { next: viewer(pages, { ...state, ...change, offset }) };
  };
  return {
    draw: ({ columns, rows }: Place) => {
      const room = Math.max(1, rows - 3);
      const body = page.lines.slice(state.offset, state.offset + room).flatMap((each) => wrap(each, columns));
      const last = Math.min(page.lines.length, state.offset + room);
      const where = `${page.lines.length === 0 ? 0 : state.offset + 1}-${last} of ${page.lines.length}`;
      const others = pages.length > 1 ? `, ←/→ ${state.page + 1} of ${pages.length}` : '';
      return {
        lines: [
          [],
          clip([span(page.title, { bold: true }), span(`  ${where}${others}`, { role: 'muted' })], columns),
          ...body.slice(0, room),
          line('  ↑/↓ to scroll, esc to leave', { role: 'muted' }),
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
          return at({ offset: state.offset - 10 });
        case 'pagedown':
        case 'space':
          return at({ offset: state.offset + 10 });
        case 'home':
          return at({ offset: 0 });
        case 'end':
          return at({ offset: page.lines.length });
        case 'left':
          return at({ page: Math.max(0, state.page - 1), offset: 0 });
        case 'right':
          return at({ page: Math.min(pages.length - 1, state.page + 1), offset: 0 });
        default:
          if (key.name === 'o' && 'ctrl' in key) return { done: undefined };
          return IGNORED;
      }
    },
  };
}
