import { doneOf, type TodoView } from '../state/tool-view.ts';
import { visibleRange } from '../overlays/options.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span, type Style } from '../text/span.ts';
import { clip } from '../text/wrap.ts';

const LOOKS: Readonly<Record<TodoView['state'], { readonly sign: string; readonly style: Style }>> = {
  open: { sign: '☐', style: {} },
  doing: { sign: '▸', style: { role: 'accent', bold: true } },
  done: { sign: '☑', style: { role: 'muted', strike: true } },
};

/** The model's task list. */
export function drawTodos(todos: readonly TodoView[]): readonly Line[] {
  return todos.map(
    ({ text, state }): Line => [
      span(`  ${LOOKS[state].sign} `),
      span(sanitise(text.replace(/\s+/g, ' ')), LOOKS[state].style),
    ],
  );
}

/** The list while a turn runs, in at most so many rows: around what is done now, and how much of all is done. */
export function drawLiveTodos(todos: readonly TodoView[], columns: number, rows: number): readonly Line[] {
  if (rows < 1 || todos.every(({ state }) => state === 'done')) return [];
  const at = todos.findIndex(({ state }) => state !== 'done');
  const isCut = todos.length > rows;
  const [from, to] = visibleRange(at, todos.length, isCut ? rows - 1 : rows);
  const shown = drawTodos(todos.slice(from, to));
  const figure = isCut ? [line(`    ${doneOf(todos)} (/todos)`, { role: 'muted' })] : [];
  return [...shown, ...figure].map((row) => clip(row, columns));
}
