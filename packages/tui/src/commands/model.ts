import { type ChosenModel, type Model, MODEL_ALIASES } from '@helve/assistant';
import { CommandError, didYouMean, toCommandError } from '@helve/command';
import { changeSettings } from '@helve/settings';
import { count } from '../charts/figures.ts';
import type { ShownConversation } from '../host.ts';
import type { BuiltIn } from './command.ts';

export const model: BuiltIn = {
  name: 'model',
  description: 'Select the model',
  argumentHint: '[model]',
  choices: ({ shown }) =>
    (shown?.models ?? []).map((each) => ({
      name: each.id,
      label: describeModel(each),
      ...(each.id === shown?.conversation.model.id && { description: 'current' }),
    })),
  run: async (args, ui) => {
    const { shown, host } = ui;
    const wanted = args.trim();
    if (wanted === '')
      return ui.notice(shown ? `Model: ${describeModel(shown.conversation.model)}` : 'No model is set.');
    if (!shown) {
      await ui.reopen({ model: wanted });
      return;
    }
    const chosen = await choose(shown, wanted);
    if (!(await ui.confirm(`Change model to ${chosen.model.name}?`))) return;
    shown.conversation.use(chosen);
    ui.refresh();
    ui.notice(`${chosen.model.name} is now active.`, 'success');
    const { cwd, home, now } = host;
    await changeSettings('user', { cwd, home, now }, (document) => ({ ...document, model: wanted }));
  },
};

/** A name that nobody knows is most often one that was mistyped. */
async function choose(shown: ShownConversation, wanted: string): Promise<ChosenModel> {
  try {
    return await shown.chooseModel(wanted);
  } catch (thrown) {
    const error = toCommandError(thrown);
    const ids = shown.models.map(({ id }) => id);
    if (ids.includes(wanted)) throw error;
    const known = didYouMean(wanted, [...Object.keys(MODEL_ALIASES), ...ids], `There are: ${ids.join(', ')}.`);
    throw new CommandError(error.code, error.message, { hint: [known, error.hint].filter(Boolean).join('\n') });
  }
}

/** `Claude Opus 4.6 (1M)`. */
function describeModel({ name, window }: Model): string {
  return `${name} (${count(window)})`;
}
