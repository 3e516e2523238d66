import { sanitise } from '../text/sanitise.ts';
import { type Line, line } from '../text/span.ts';
import { addNote, Instructions, type NoteScope } from '@helve/assistant';
import type { Ui } from '../app/ui.ts';
import type { BuiltIn } from './command.ts';

export const memory: BuiltIn = {
  name: 'memory',
  description: 'Show or add to the instructions for every conversation',
  argumentHint: '[note]',
  run: async (args, ui) => {
    if (args.trim() !== '') return remember(args, ui);
    const { cwd, home, env, caller } = ui.host;
    const permits = (path: string) => caller.authority.policy.permits('fs read', path, 'read');
    const files = new Instructions({ cwd, home, userHome: env.HOME, permits }).initial();
    if (files.length === 0) return ui.notice('No instructions yet. A line that starts with # adds a note.');
    await ui.view(
      'Memory',
      files.flatMap(({ path, text }): readonly Line[] => [
        line(sanitise(path), { bold: true }),
        ...text.split('\n').map((each) => line(`  ${sanitise(each)}`)),
        [],
      ]),
    );
  },
};

/** Adds a note, where the user says. */
export async function remember(note: string, ui: Ui): Promise<void> {
  if (note.trim() === '') return ui.notice('Type the note after the #.', 'warning');
  const scope = await ui.choose<NoteScope>({
    title: `Remember "${note.trim()}"`,
    options: [
      { label: 'In this project', detail: 'AGENTS.md of the project', value: 'project' },
      { label: 'Everywhere', detail: 'AGENTS.md of your home', value: 'user' },
    ],
  });
  if (!scope) return ui.setInput(`#${note}`);
  const file = await addNote(note, scope, ui.host);
  ui.shown?.conversation.log.append({ type: 'note', text: `The user asks you to remember: ${note.trim()}` });
  ui.notice(`Noted in ${file}`, 'success');
}
