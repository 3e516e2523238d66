import type { Ui } from '../app/ui.ts';
import { ago } from '../charts/figures.ts';
import type { BuiltIn } from './command.ts';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly prompts: number;
}

export const resume: BuiltIn = {
  name: 'resume',
  description: 'Go on with an earlier conversation',
  argumentHint: '[id]',
  run: async (args, ui) => {
    const id = args.trim() === '' ? await pick(ui) : args.trim();
    if (id !== undefined) await ui.reopen({ resume: id });
  },
};

async function pick(ui: Ui): Promise<string | undefined> {
  const { data, error } = await ui.run('helve session list --limit 200');
  const { sessions } = (data ?? { sessions: [] }) as { readonly sessions: readonly Listed[] };
  const others = sessions.filter(({ id }) => id !== ui.shown?.conversation.id);
  if (others.length === 0) {
    ui.notice(error?.message ?? 'There are no other conversations here.', error ? 'error' : 'plain');
    return undefined;
  }
  return ui.choose({
    title: 'Go on with',
    searchable: true,
    options: others.map(({ id, title, updatedAt, prompts }) => ({
      label: title,
      detail: `${ago(ui.host.now() - Date.parse(updatedAt))} · ${prompts} ${prompts === 1 ? 'prompt' : 'prompts'}`,
      value: id,
    })),
  });
}
