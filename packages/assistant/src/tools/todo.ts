import * as v from 'valibot';
import { CommandError } from '@helve/command';
import type { Entry } from '../log/entry.ts';
import { text } from '../model/message.ts';
import type { ModelTool } from './tool.ts';

const Todos = v.array(
  v.strictObject({ text: v.pipe(v.string(), v.minLength(1)), state: v.picklist(['open', 'doing', 'done']) }),
);

export type Todo = v.InferOutput<typeof Todos>[number];

/** The name under which the list stands in the log. */
const KEPT_AS = 'todos';

const SIGNS = { open: '[ ]', doing: '[>]', done: '[x]' } as const;

/** The items of a call, where it has some. */
export function readTodos(items: unknown): readonly Todo[] | undefined {
  const read = v.safeParse(Todos, items);
  return read.success ? read.output : undefined;
}

/** A list of what is to be done. It is kept in the conversation, so that it outlives compaction and restarts. */
export const todo: ModelTool = {
  name: 'Todo',
  declare: async () => ({
    name: 'Todo',
    description: 'Keeps your list of what is to be done in work of several steps. Give the whole list each time.',
    inputSchema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { text: { type: 'string' }, state: { enum: ['open', 'doing', 'done'] } },
            required: ['text', 'state'],
          },
        },
      },
      required: ['items'],
    },
  }),
  plan: async ({ items }) => {
    const read = v.safeParse(Todos, items);
    if (!read.success) {
      throw new CommandError('INVALID_INPUT', `Todo cannot read its items: ${read.issues[0].message}`, {
        hint: 'For example: {"items":[{"text":"Write the test","state":"doing"}]}',
      });
    }
    const todos = read.output;
    return {
      effect: 'inspect',
      touches: [],
      run: async ({ keep }) => {
        keep(KEPT_AS, todos);
        const done = todos.filter(({ state }) => state === 'done').length;
        const list = todos.map(({ text: what, state }) => `${SIGNS[state]} ${what}`).join('\n');
        return {
          content: [text(list || 'The list is empty.')],
          outcome: 'ok',
          brief: `${done} of ${todos.length} done`,
        };
      },
    };
  },
};

/** The list as it stands in a conversation. */
export function todosOf(chain: readonly Entry[]): readonly Todo[] {
  const last = chain.findLast((entry) => entry.type === 'extra' && entry.name === KEPT_AS);
  const read = v.safeParse(Todos, last?.type === 'extra' ? last.data : []);
  return read.success ? read.output : [];
}
