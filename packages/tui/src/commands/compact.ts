import { toCommandError } from '@helve/command';
import type { BuiltIn } from './command.ts';

export const compact: BuiltIn = {
  name: 'compact',
  description: 'Replace the conversation by a summary; undo restores it',
  argumentHint: '[focus|undo]',
  run: async (args, ui) => {
    const conversation = ui.shown?.conversation;
    if (!conversation) return ui.notice('No conversation yet.', 'warning');
    const focus = args.trim();
    let isBegun = false;
    const stop = conversation.subscribe(({ type }) => (isBegun ||= type === 'compacting'));
    try {
      if (focus === 'undo') {
        conversation.undoCompaction();
        ui.notice('The model receives the whole conversation again.', 'success');
      } else {
        if (conversation.isBusy) ui.notice('Compaction starts after this turn.');
        await conversation.compact(focus === '' ? undefined : focus);
      }
    } catch (thrown) {
      // What a compaction that was begun says of itself comes as an event.
      if (!isBegun) ui.notice(toCommandError(thrown).message, 'warning');
    } finally {
      stop();
    }
    ui.refresh();
  },
};
