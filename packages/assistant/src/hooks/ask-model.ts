import type { Conversation } from '../conversation/conversation.ts';
import { Draft } from '../model/draft.ts';
import { text, textOf } from '../model/message.ts';
import { costOf } from '../model/usage.ts';
import type { ChosenModel } from '../providers/choose.ts';
import type { AskModel } from './run-hook.ts';

const SYSTEM = 'You decide for a hook of a coding assistant whether something may happen. You cannot use tools.';

/** Lets hooks ask a model at the expense of a conversation: the model that the hook names, or that of the conversation. */
export function hookModel(
  conversation: () => Conversation,
  chooseModel: (name: string) => Promise<ChosenModel>,
): AskModel {
  return async (question, { model: wanted, signal }) => {
    const { spend, ...current } = conversation().asking;
    const { provider, model } = wanted === undefined ? current : await chooseModel(wanted);
    const draft = new Draft(model.id);
    const messages = [{ role: 'user' as const, content: [text(question)] }];
    try {
      for await (const event of provider.stream({ model, system: SYSTEM, tools: [], messages }, { signal })) {
        draft.add(event);
      }
    } finally {
      const { usage } = draft.answer();
      const cost = costOf(usage, model);
      spend({ what: 'hook', model: model.id, usage, ...(cost === undefined ? {} : { cost }) });
    }
    return textOf(draft.answer().content);
  };
}
