import type { BuiltIn } from './command.ts';
import { sanitise } from '../text/sanitise.ts';
import { span } from '../text/span.ts';

export const hooks: BuiltIn = {
  name: 'hooks',
  description: 'Show the hooks that hold here',
  run: async (_, ui) => {
    const found = ui.talk?.hooks ?? [];
    if (found.length === 0) return ui.notice('There are none. See docs/assistant.md for how to set them.');
    ui.print(
      found.map(({ event, matcher, hook, source }) => [
        span(`  ${event}${matcher === '' ? '' : ` ${matcher}`}  `, { role: 'accent' }),
        span(sanitise(hook.type === 'command' ? hook.command : hook.url)),
        span(`  ${sanitise(source)}`, { role: 'muted' }),
      ]),
    );
  },
};
