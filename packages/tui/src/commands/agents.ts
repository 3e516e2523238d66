import type { BuiltIn } from './command.ts';
import { sanitise } from '../text/sanitise.ts';
import { span } from '../text/span.ts';

/** In a window that is narrower, names have no column of their own. */
const WIDE = 60;

export const agents: BuiltIn = {
  name: 'agents',
  description: 'Show the subagents that the model can give tasks to',
  run: async (_, ui) => {
    const found = ui.shown?.agents ?? [];
    if (found.length === 0)
      return ui.notice('None are defined. Put a file into .helve/agents: name, description, and what it is told.');
    const column = ui.columns < WIDE ? 0 : Math.max(...found.map(({ name }) => name.length));
    ui.print(
      found.map(({ name, description }) => [
        span(`  ${name.padEnd(column)}  `, { role: 'accent' }),
        span(sanitise(description)),
      ]),
    );
  },
};
