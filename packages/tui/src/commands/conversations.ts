import type { Ui } from '../app/ui.ts';
import { ago } from '../charts/figures.ts';
import { hasWords } from '../host.ts';
import type { BuiltIn } from './command.ts';

export const clear: BuiltIn = {
  name: 'clear',
  description: 'Start a new conversation',
  run: async (_, ui) => {
    const { shown, state } = ui;
    if (shown) await ui.reopen({});
    ui.clearScreen();
    if (state.status.messages > 0) ui.notice('New conversation. The previous one is saved: /resume');
  },
};

export const fork: BuiltIn = {
  name: 'fork',
  description: 'Fork this conversation',
  run: async (_, ui) => {
    const { shown } = ui;
    if (!shown || !hasWords(shown)) return ui.notice('Nothing to fork yet.', 'warning');
    const { id, isBusy } = shown.conversation;
    if (isBusy) return ui.notice('A turn is running. Stop it with esc twice, then /fork.', 'warning');
    await ui.reopen({ resume: id, fork: true });
    ui.notice(`Forked. The original conversation: /resume ${id}`);
  },
};

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly prompts: number;
  readonly said?: readonly string[];
}

export const resume: BuiltIn = {
  name: 'resume',
  description: 'Resume an earlier conversation',
  argumentHint: '[id]',
  run: async (args, ui) => {
    const id = args.trim() === '' ? await pick(ui) : args.trim();
    if (id !== undefined) await ui.reopen({ resume: id });
  },
};

async function pick(ui: Ui): Promise<string | undefined> {
  const { data, error } = await ui.run('helve session list --limit 200 --prompts');
  const { sessions } = (data ?? { sessions: [] }) as { readonly sessions: readonly Listed[] };
  const others = sessions.filter(({ id }) => id !== ui.shown?.conversation.id);
  if (others.length === 0) {
    ui.notice(error?.message ?? 'No other conversations in this project.', error ? 'error' : 'plain');
    return undefined;
  }
  return ui.choose({
    title: 'Resume',
    searchable: true,
    options: others.map(({ id, title, updatedAt, prompts, said }) => ({
      label: title,
      also: said,
      detail: `${ago(ui.host.now() - Date.parse(updatedAt))} · ${prompts} ${prompts === 1 ? 'prompt' : 'prompts'}`,
      value: id,
    })),
  });
}

export const quit: BuiltIn = {
  name: 'quit',
  description: 'Leave',
  run: async (_, ui) => ui.leave(),
};

export const login: BuiltIn = {
  name: 'login',
  description: 'Enter an API key or choose an endpoint',
  run: async (_, ui) => ui.login(),
};

export const exit: BuiltIn = {
  name: 'exit',
  description: 'Leave',
  run: async (_, ui) => ui.leave(),
};
