import { hasWords } from '../host.ts';
import type { BuiltIn } from './command.ts';

export const fork: BuiltIn = {
  name: 'fork',
  description: 'Go on in a copy of this conversation',
  run: async (_, ui) => {
    const { shown } = ui;
    if (!shown || !hasWords(shown)) return ui.notice('There is nothing to copy yet.', 'warning');
    const { id, isBusy } = shown.conversation;
    if (isBusy) return ui.notice('The turn goes on: esc twice stops it, and then /fork.', 'warning');
    await ui.reopen({ resume: id, fork: true });
    ui.notice(`This is a copy. The conversation it was made from: /resume ${id}`);
  },
};
