import { todosOf } from '@helve/assistant';
import { sanitise } from '../text/sanitise.ts';
import { type Line, span, type Style } from '../text/span.ts';
import type { BuiltIn } from './command.ts';

const LOOKS: Readonly<Record<'open' | 'doing' | 'done', { readonly sign: string; readonly style: Style }>> = {
  open: { sign: '☐', style: {} },
  doing: { sign: '▸', style: { role: 'accent', bold: true } },
  done: { sign: '☑', style: { role: 'muted', strike: true } },
};

export const todos: BuiltIn = {
  name: 'todos',
  description: 'Show what the model means to do',
  run: async (_, ui) => {
    const list = todosOf(ui.shown?.conversation.log.chain() ?? []);
    if (list.length === 0) return ui.notice('There is nothing on the list.');
    ui.print(
      list.map(({ text, state }): Line => [span(`  ${LOOKS[state].sign} `), span(sanitise(text), LOOKS[state].style)]),
    );
  },
};
