import type { Model } from '@helve/assistant';
import { changeSettings } from '@helve/registry';
import { count } from '../charts/figures.ts';
import type { BuiltIn } from './command.ts';

export const model: BuiltIn = {
  name: 'model',
  description: 'Select the model',
  argumentHint: '[model]',
  choices: ({ talk }) =>
    (talk?.models ?? []).map((each) => ({
      name: each.id,
      label: describeModel(each),
      ...(each.id === talk?.conversation.model.id && { description: 'answers now' }),
    })),
  run: async (args, ui) => {
    const { talk, host } = ui;
    const wanted = args.trim();
    if (wanted === '')
      return ui.notice(talk ? `Model: ${describeModel(talk.conversation.model)}` : 'There is no model yet.');
    if (!talk) {
      await ui.reopen({ model: wanted });
      return;
    }
    const chosen = await talk.chooseModel(wanted);
    if (!(await ui.confirm(`Change model to ${chosen.model.name}?`))) return;
    talk.conversation.use(chosen);
    const { cwd, home, now } = host;
    await changeSettings('user', { cwd, home, now }, (document) => ({ ...document, model: wanted }));
    ui.refresh();
    ui.notice(`${chosen.model.name} answers from now on.`, 'success');
  },
};

/** `Claude Opus 4.6 (1M)`. */
function describeModel({ name, window }: Model): string {
  return `${name} (${count(window)})`;
}
