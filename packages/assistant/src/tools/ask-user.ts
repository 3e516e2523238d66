import * as v from 'valibot';
import { CommandError } from '@helve/command';
import { text } from '../model/message.ts';
import type { ModelTool } from './tool.ts';

const Question = v.strictObject({
  question: v.pipe(v.string(), v.minLength(1)),
  options: v.optional(v.pipe(v.array(v.string()), v.maxLength(6)), []),
});

export type UserQuestion = v.InferOutput<typeof Question>;

/** Puts a question of the model to the user; undefined where they will not answer. */
export type AskUser = (question: UserQuestion, signal: AbortSignal | undefined) => Promise<string | undefined>;

/** Lets the model ask. Offered only where somebody can answer. */
export function askUserTool(ask: AskUser): ModelTool {
  return {
    name: 'AskUser',
    declare: async () => ({
      name: 'AskUser',
      description: 'Asks the user to decide. Give up to six options if you can.',
      inputSchema: {
        type: 'object',
        properties: { question: { type: 'string' }, options: { type: 'array', items: { type: 'string' } } },
        required: ['question'],
      },
    }),
    plan: async (input) => {
      const read = v.safeParse(Question, input);
      if (!read.success) {
        throw new CommandError('INVALID_INPUT', `AskUser cannot read its input: ${read.issues[0].message}`, {
          hint: 'For example: {"question":"Which one?","options":["The first","The second"]}',
        });
      }
      return {
        // One question at a time, and nothing else meanwhile: what follows may depend on the answer.
        effect: 'execute',
        touches: [],
        run: async ({ caller }) => {
          const answer = await ask(read.output, caller.reach.signal);
          return answer === undefined
            ? { content: [text('The user did not answer.')], outcome: 'cancelled', brief: 'no answer' }
            : { content: [text(answer)], outcome: 'ok', brief: answer };
        },
      };
    },
  };
}
