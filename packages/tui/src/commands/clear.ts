import type { BuiltIn } from './command.ts';

export const clear: BuiltIn = {
  name: 'clear',
  description: 'Begin a new conversation',
  run: async (_, ui) => {
    await ui.reopen({});
    ui.clearScreen();
    ui.notice('A new conversation. The one before is kept: /resume');
  },
};
