import { type Mode, MODES } from '@helve/policy';
import type { BuiltIn } from './command.ts';

const DESCRIPTIONS: Readonly<Record<Mode, string>> = {
  plan: 'read-only',
  default: 'asks before files are edited',
  acceptEdits: 'edits files of the project without asking',
  bypassPermissions: 'never asks',
};

export const mode: BuiltIn = {
  name: 'mode',
  description: 'Show or change the permission mode',
  argumentHint: '[mode]',
  choices: () => MODES.map((name) => ({ name, description: DESCRIPTIONS[name] })),
  run: async (args, ui) => {
    const conversation = ui.shown?.conversation;
    if (!conversation) return ui.notice('No conversation yet.', 'warning');
    const wanted = MODES.find((name) => name.toLowerCase() === args.trim().toLowerCase());
    if (args.trim() !== '' && !wanted) return ui.notice(`No such mode. One of: ${MODES.join(', ')}.`, 'error');
    if (!wanted) return ui.notice(`Mode: ${conversation.mode} (${DESCRIPTIONS[conversation.mode]})`);
    await conversation.setMode(wanted);
    ui.notice(`Mode: ${wanted} (${DESCRIPTIONS[wanted]})`, 'success');
  },
};
