import type { JsonObject } from '@helve/settings';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { ToolCallPart } from '../model/message.ts';
import { readTodos, todo, todosOf } from '../tools/todo.ts';
import type { HookEvent } from './events.ts';

interface ChangedTask {
  readonly event: HookEvent;
  readonly task: JsonObject;
}

/** What a call would add to the to-do list, and which tasks it would complete. */
export function changedTasks(call: ToolCallPart, log: ConversationLog): readonly ChangedTask[] {
  const after = call.name === todo.name ? readTodos(call.input.items) : undefined;
  if (!after) return [];
  const before = todosOf(log.chain());
  return after.flatMap(({ text, state }, index) => {
    const known = before.find((task) => task.text === text);
    const task = { task_id: String(index + 1), task_subject: text };
    return [
      ...(known ? [] : [{ event: 'TaskCreated' as const, task }]),
      ...(state === 'done' && known?.state !== 'done' ? [{ event: 'TaskCompleted' as const, task }] : []),
    ];
  });
}
