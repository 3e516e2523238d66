import type { BuiltIn } from './command.ts';

export const clear: BuiltIn = {
  name: 'clear',
  description: 'Begin a new conversation',
  run: async (_, ui) => {
    const { shown, state } = ui;
    if (shown) await ui.reopen({});
    ui.clearScreen();
    if (state.status.messages > 0) ui.notice('A new conversation. The one before is kept: /resume');
  },
};
