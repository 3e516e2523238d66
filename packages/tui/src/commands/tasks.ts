import { todosOf } from '@helve/assistant';
import { drawTodos } from '../views/todos.ts';
import type { BuiltIn } from './command.ts';
import { resultLines } from './lines.ts';

interface Sessions {
  readonly sessions: readonly {
    readonly sessionId: string;
    readonly command: string | null;
    readonly status: string;
  }[];
}

interface Threads {
  readonly threads: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

interface Task {
  readonly label: string;
  readonly detail: string;
  readonly value: { readonly title: string; readonly read: string; readonly stop: string };
}

export const tasks: BuiltIn = {
  name: 'tasks',
  description: 'Show, read and stop background work',
  run: async (_, ui) => {
    const [shells, threads] = await Promise.all([ui.run('helve terminal session list'), ui.run('helve thread list')]);
    const options: readonly Task[] = [
      ...((shells.data as Sessions | undefined)?.sessions ?? []).map(
        ({ sessionId, command, status }): Task => ({
          label: `shell ${sessionId}`,
          detail: `${status}${command === null ? '' : ` · ${command}`}`,
          value: {
            title: `shell ${sessionId}`,
            read: `helve terminal session read --session-id ${JSON.stringify(sessionId)} --view screen --timeout-seconds 1`,
            stop: `helve terminal session stop --session-id ${JSON.stringify(sessionId)} --force`,
          },
        }),
      ),
      ...((threads.data as Threads | undefined)?.threads ?? []).map(
        ({ id, name, status }): Task => ({
          label: `thread ${name}`,
          detail: status,
          value: {
            title: `thread ${name}`,
            read: `helve thread read --id ${id}`,
            stop: `helve thread stop --id ${id}`,
          },
        }),
      ),
    ];
    if (options.length === 0) return ui.notice('Nothing is running in the background.');
    const task = await ui.choose({ title: 'In the background', options, searchable: true });
    if (!task) return;
    const action = await ui.choose({
      title: task.title,
      options: [
        { label: 'Read', value: 'read' },
        { label: 'Stop', value: 'stop' },
      ] as const,
    });
    if (action === 'stop') return ui.print(resultLines(await ui.run(task.stop)));
    if (action === 'read') await ui.view(task.title, resultLines(await ui.run(task.read)));
  },
};

export const todos: BuiltIn = {
  name: 'todos',
  description: 'Show the task list of the model',
  run: async (_, ui) => {
    const list = todosOf(ui.shown?.conversation.log.chain() ?? []);
    if (list.length === 0) return ui.notice('The task list is empty.');
    ui.print(drawTodos(list));
  },
};
