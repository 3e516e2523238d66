import type { BuiltIn } from './command.ts';

export const clear: BuiltIn = {
  name: 'clear',
  description: 'Begin a new conversation',
  run: async (_, ui) => {
    const { talk } = ui;
    if (talk) await ui.reopen({});
    ui.clearScreen();
    if (talk?.conversation.log.leaf) ui.notice('A new conversation. The one before is kept: /resume');
  },
};
