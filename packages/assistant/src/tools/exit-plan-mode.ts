import { toCommandError } from '@helve/command';
import type { Mode } from '@helve/policy';
import { text } from '../model/message.ts';
import type { AskUser } from './ask-user.ts';
import { failed } from './reply.ts';
import type { ModelTool, ToolReply } from './tool.ts';

export const EXIT_PLAN_MODE = 'ExitPlanMode';

/** What the user may say to a plan, and the mode that it is then carried out in. */
const APPROVALS: Readonly<Record<string, Mode>> = {
  'Yes, and ask before changes': 'default',
  'Yes, and accept edits': 'acceptEdits',
};
const NOT_YET = 'No, keep planning';

/** Whose mode it is. */
export interface Planning {
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => Promise<void>;
}

/** Lets the model ask whether its plan, which it has just written, is to be carried out. Offered only where somebody can answer. */
export function exitPlanModeTool(ask: AskUser, planning: Planning): ModelTool {
  return {
    name: EXIT_PLAN_MODE,
    declare: async () => ({
      name: EXIT_PLAN_MODE,
      description: 'In plan mode, after you have written the whole plan: asks the user whether to carry it out.',
      inputSchema: { type: 'object', properties: {} },
    }),
    plan: async () => ({
      effect: 'execute',
      touches: [],
      run: async ({ caller }) => {
        if (planning.mode !== 'plan') return reply('ok', 'Plan mode has already ended: go ahead.', 'not in plan mode');
        const answer = await ask(
          { question: 'Carry out this plan?', options: [...Object.keys(APPROVALS), NOT_YET] },
          caller.reach.signal,
        );
        return answered(answer, planning);
      },
    }),
    // The plan of a subagent is for whoever sent it.
    forAgent: () => undefined,
  };
}

async function answered(answer: string | undefined, planning: Planning): Promise<ToolReply> {
  if (answer === undefined) return reply('cancelled', 'The user did not answer.', 'no answer');
  const mode = APPROVALS[answer];
  if (mode === undefined) {
    const wish = answer === NOT_YET ? '' : ` They say: ${answer}`;
    return reply('denied', `The user does not want it carried out yet: keep planning.${wish}`, 'not yet');
  }
  try {
    await planning.setMode(mode);
  } catch (thrown) {
    return failed(toCommandError(thrown));
  }
  return reply('ok', 'The user approves of the plan.', `carried out in the mode ${mode}`);
}

function reply(outcome: ToolReply['outcome'], words: string, brief: string): ToolReply {
  return { content: [text(words)], outcome, brief };
}
