import type { TurnHooks } from '../loop/hooks.ts';
import type { AskUser } from '../tools/ask-user.ts';

const NOW = 'Compact now';
const LATER = 'Not in this turn';

/** Asks the user before a conversation is compacted, and shows what a summary would replace. */
export function askBeforeCompact(ask: AskUser): TurnHooks {
  const asking: TurnHooks = {
    beforeCompact: async ({ trigger, loses }, { signal, model }) => {
      // Without room the turn could not continue.
      if (trigger === 'tooLong' || !loses) return undefined;
      const { tokens, prompts, answers, toolResults, kept } = loses;
      const full = Math.round((tokens / model.window) * 100);
      const replaced = [many(prompts, 'prompt'), many(answers, 'answer'), many(toolResults, 'tool result')].join(', ');
      const last = kept === 1 ? 'the last entry' : `the last ${kept} entries`;
      const question = `The context is ${full}% full. Compact the conversation? A summary would replace ${replaced}. Your own words and ${last} stay.`;
      const answer = await ask({ question, options: [NOW, LATER] }, signal);
      return answer === NOW ? undefined : { block: 'you chose to keep the whole conversation' };
    },
  };
  return asking;
}

function many(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
