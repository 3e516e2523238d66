import { contextChart } from '../charts/context-chart.ts';
import type { BuiltIn } from './command.ts';

export const context: BuiltIn = {
  name: 'context',
  description: 'Show what uses the context window',
  run: async (_, ui) => {
    const conversation = ui.shown?.conversation;
    if (!conversation) return ui.notice('No conversation yet.', 'warning');
    const { system, tools, prompts, answers, results, summary } = conversation.contextParts;
    const parts = [
      { name: 'System prompt', tokens: system },
      { name: 'Tools', tokens: tools },
      { name: 'Prompts', tokens: prompts },
      { name: 'Answers', tokens: answers },
      { name: 'Tool results', tokens: results },
      { name: 'Summary', tokens: summary },
    ];
    ui.print(
      contextChart({ parts: parts.filter(({ tokens }) => tokens > 0), limit: conversation.model.window }, ui.columns),
    );
  },
};
