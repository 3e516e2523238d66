import type { Caller } from '@helve/policy';
import { viewOf } from '../log/messages.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import { EXIT_PLAN_MODE } from '../tools/exit-plan-mode.ts';

const BEGUN =
  '[Plan mode: you may look at everything and change nothing; calls that would are refused. Answer with a plan of what you would do.';
const ASKING = ` When it is complete, call ${EXIT_PLAN_MODE}.`;
const OVER = '[Plan mode is over: you may carry out the plan.]';

/**
 * Tells the model of plan mode, when it begins and when it is over, also within a turn: it should plan, and not find out
 * by being refused. What a compaction took away is told again. `asks`: it can ask the user whether to carry the plan out.
 */
export function modeHooks(caller: () => Caller, asks = false): TurnHooks {
  return {
    beforeRequest: async ({ log }) => {
      const told = viewOf(log.chain()).entries.findLast(
        (entry) => entry.type === 'note' && (entry.text.startsWith(BEGUN) || entry.text === OVER),
      );
      const knows = told?.type === 'note' && told.text !== OVER;
      const plans = caller().authority.policy.mode === 'plan';
      if (plans !== knows) log.append({ type: 'note', text: plans ? `${BEGUN}${asks ? ASKING : ''}]` : OVER });
    },
    // Nobody asks the user whether a subagent may go on.
    forAgent: () => modeHooks(caller),
  };
}
