import { type Effort, EFFORTS } from '@helve/assistant';
import { changeSettings } from '@helve/settings';
import type { BuiltIn } from './command.ts';

/** The model itself decides how hard it thinks. */
const AUTO = 'auto';

const CHOICES: readonly (Effort | typeof AUTO)[] = [AUTO, ...EFFORTS];

export const effort: BuiltIn = {
  name: 'effort',
  description: 'Show or change how hard the model thinks',
  argumentHint: `[${CHOICES.join('|')}]`,
  choices: ({ shown }) =>
    CHOICES.map((name) => ({
      name,
      ...(name === (shown?.conversation.effort ?? AUTO) && { description: 'current' }),
    })),
  run: async (args, ui) => {
    const conversation = ui.shown?.conversation;
    if (!conversation) return ui.notice('No conversation yet.', 'warning');
    const wanted = CHOICES.find((name) => name === args.trim().toLowerCase());
    if (args.trim() !== '' && !wanted) return ui.notice(`No such effort. One of: ${CHOICES.join(', ')}.`, 'error');
    if (!wanted) return ui.notice(`Effort: ${conversation.effort ?? AUTO}`);
    conversation.use({ effort: wanted === AUTO ? undefined : wanted });
    await changeSettings('user', ui.host, (document) => {
      const { effort: _, ...others } = document;
      return wanted === AUTO ? others : { ...others, effort: wanted };
    });
    const isIgnored = conversation.model.thinking === 'none' && wanted !== AUTO && wanted !== 'off';
    ui.notice(
      isIgnored ? `Effort: ${wanted}. ${conversation.model.name} does not think.` : `Effort: ${wanted}`,
      isIgnored ? 'warning' : 'success',
    );
  },
};

/** The effort that a key press leads to. */
export function nextEffort(now: Effort | undefined): Effort | undefined {
  const next = CHOICES[(CHOICES.indexOf(now ?? AUTO) + 1) % CHOICES.length];
  return next === AUTO ? undefined : next;
}
