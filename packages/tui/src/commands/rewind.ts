import { relative } from 'node:path';
import { type RewindPoint, rewindPoints, type RewindWish, type Rewound } from '@helve/assistant';
import { toCommandError } from '@helve/command';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line } from '../text/span.ts';
import type { Ui } from '../app/ui.ts';
import type { BuiltIn } from './command.ts';

export const rewind: BuiltIn = {
  name: 'rewind',
  description: 'Rewind the conversation, files or both to an earlier prompt',
  argumentHint: '[undo]',
  run: async (args, ui) => {
    const conversation = ui.shown?.conversation;
    if (!conversation) return ui.notice('No conversation yet.', 'warning');
    if (conversation.isBusy) return ui.notice('A turn is running. Stop it with esc twice, then /rewind.', 'warning');
    try {
      if (args.trim() === 'undo') {
        const undone = await conversation.rewind({ to: 'undo', files: true, conversation: true, leaveChanged: true });
        return ui.print(describe(undone, ui, 'The rewind was undone.'));
      }
      const point = await pickPoint(rewindPoints(conversation.log), ui);
      const parts = point && (await pickParts(point, ui));
      if (!point || !parts) return;
      const wish: RewindWish = { to: point.entry, ...parts };
      const preview = await conversation.rewind({ ...wish, dryRun: true });
      ui.print(describe(preview, ui, 'This would change:'));
      if (!(await ui.confirm('Rewind?'))) return;
      const done = await conversation.rewind({ ...wish, leaveChanged: preview.conflicts.length > 0 });
      ui.print(describe(done, ui, 'Rewound. Undo with /rewind undo.'));
      if (parts.conversation) ui.setInput(point.prompt);
      ui.refresh();
    } catch (thrown) {
      const { message, hint } = toCommandError(thrown);
      ui.notice([message, hint].filter(Boolean).join('\n'), 'warning');
    }
  },
};

async function pickPoint(points: readonly RewindPoint[], ui: Ui): Promise<RewindPoint | undefined> {
  if (points.length === 0) {
    ui.notice('The conversation is empty.');
    return undefined;
  }
  return ui.choose({
    title: 'Rewind to',
    searchable: true,
    options: points.toReversed().map((point) => ({
      label: point.prompt.replace(/\s+/g, ' '),
      detail: point.files === 0 ? undefined : `${point.files} ${point.files === 1 ? 'file' : 'files'} changed since`,
      value: point,
    })),
  });
}

async function pickParts(
  { files }: RewindPoint,
  ui: Ui,
): Promise<Pick<RewindWish, 'files' | 'conversation'> | undefined> {
  if (files === 0) return { files: false, conversation: true };
  return ui.choose({
    title: 'What to rewind',
    options: [
      { label: 'The conversation and the files', value: { files: true, conversation: true } },
      { label: 'Only the conversation', value: { files: false, conversation: true } },
      { label: 'Only the files', value: { files: true, conversation: false } },
    ],
  });
}

/** Files of which each is named. */
const MOST_NAMED = 20;

function describe({ steps, conflicts, lost, entries }: Rewound, { host }: Ui, title: string): readonly Line[] {
  const named = (path: string) => sanitise(withinFolder(host.cwd, path));
  const files = steps.slice(0, MOST_NAMED).map(({ path, action }) => line(`  ${action} ${named(path)}`));
  const more = steps.length - files.length;
  const left = [...conflicts, ...lost].map(({ path, why }) =>
    line(`  leave ${named(path)} as it is: ${sanitise(why)}`, { role: 'warning' }),
  );
  return [
    line(title, { bold: true }),
    ...files,
    ...(more > 0 ? [line(`  and ${more} more files`)] : []),
    ...left,
    ...(entries > 0 ? [line(`  ${entries} entries of the conversation`)] : []),
  ];
}

/** As it is seen from the folder; what lies outside of it is named in full. */
function withinFolder(folder: string, path: string): string {
  const inside = relative(folder, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}
