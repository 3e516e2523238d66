import { formatAge } from '../charts/format.ts';
import type { BuiltIn } from './command.ts';

interface Listed {
  readonly sessions: readonly {
    readonly id: string;
    readonly title: string;
    readonly updatedAt: string;
    readonly prompts: number;
  }[];
}

export const resume: BuiltIn = {
  name: 'resume',
  description: 'Go on with an earlier conversation',
  argumentHint: '[id]',
  run: async (args, ui) => {
    const id = args.trim() === '' ? await pick() : args.trim();
    if (id === undefined) return;
    await ui.reopen({ resume: id });

    async function pick(): Promise<string | undefined> {
      const { data, error } = await ui.run('helve session list --limit 200');
      if (error) return void ui.notice(error.message, 'error');
      const { sessions } = data as Listed;
      const others = sessions.filter((session) => session.id !== ui.talk?.conversation.id);
      if (others.length === 0) return void ui.notice('There are no other conversations here.');
      return ui.choose({
        title: 'Go on with',
        searchable: true,
        options: others.map(({ id: value, title, updatedAt, prompts }) => ({
          label: title,
          detail: `${formatAge(ui.host.now() - Date.parse(updatedAt))} · ${prompts} ${prompts === 1 ? 'prompt' : 'prompts'}`,
          value,
        })),
      });
    }
  },
};
