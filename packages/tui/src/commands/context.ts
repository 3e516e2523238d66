import { contextBar } from '../charts/context-bar.ts';
import type { BuiltIn } from './command.ts';

export const context: BuiltIn = {
  name: 'context',
  description: 'Show what fills the model’s window',
  run: async (_, ui) => {
    const conversation = ui.talk?.conversation;
    if (!conversation) return ui.notice('There is no conversation yet.', 'warning');
    ui.print(contextBar(conversation.contextParts, conversation.context, ui.columns));
  },
};
