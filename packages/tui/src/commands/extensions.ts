import { sanitise } from '../text/sanitise.ts';
import { line, span } from '../text/span.ts';
import type { BuiltIn } from './command.ts';

/** In a window that is narrower, names have no column of their own. */
const WIDE = 60;

export const agents: BuiltIn = {
  name: 'agents',
  description: 'Show the subagents that the model can use',
  run: async (_, ui) => {
    const found = ui.shown?.agents ?? [];
    if (found.length === 0)
      return ui.notice(
        'No agents are defined. Add a file to .helve/agents with a name, a description and instructions.',
      );
    const column = ui.columns < WIDE ? 0 : Math.max(...found.map(({ name }) => name.length));
    ui.print(
      found.map(({ name, description }) => [
        span(`  ${name.padEnd(column)}  `, { role: 'accent' }),
        span(sanitise(description)),
      ]),
    );
  },
};

export const hooks: BuiltIn = {
  name: 'hooks',
  description: 'Show the active hooks',
  run: async (_, ui) => {
    const found = ui.shown?.hooks ?? [];
    if (found.length === 0)
      return ui.notice(
        `No hooks are active. Define them in "hooks" of ${ui.host.home}/settings.json or .helve/settings.json.`,
      );
    ui.print(
      found.flatMap(({ event, matches, hook, file }) => [
        [
          span(`  ${event}${matches ? ` ${asWritten(matches)}` : ''}  `, { role: 'accent' }),
          span(sanitise(hook.type === 'command' ? hook.command : hook.url)),
        ],
        line(`    ${sanitise(file)}`, { role: 'muted' }),
      ]),
    );
  },
};

/** A matcher holds for whole names; who wrote it did not write that. */
function asWritten({ source }: RegExp): string {
  return source.replace(/^\^\(\?:([^]*)\)\$$/, '$1');
}
