import { toCommandError } from '@helve/command';
import type { BuiltIn } from './command.ts';

export const compact: BuiltIn = {
  name: 'compact',
  description: 'Make room: go on from a summary; undo takes it back',
  argumentHint: '[focus|undo]',
  run: async (args, ui) => {
    const conversation = ui.shown?.conversation;
    if (!conversation) return ui.notice('There is no conversation yet.', 'warning');
    const focus = args.trim();
    let isBegun = false;
    const stop = conversation.subscribe(({ type }) => (isBegun ||= type === 'compacting'));
    try {
      if (focus === 'undo') {
        conversation.undoCompaction();
        ui.notice('The model is given all that was said again.', 'success');
      } else {
        if (conversation.isBusy) ui.notice('It is compacted when this turn is over.');
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
