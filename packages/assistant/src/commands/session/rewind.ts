import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';

const left = v.array(v.object({ path: v.string(), why: v.string() }));

const output = v.object({
  session: v.string(),
  /** Without --to: the prompts that it can be taken back to. */
  points: v.optional(
    v.array(
      v.object({ number: v.number(), entry: v.string(), time: v.string(), prompt: v.string(), files: v.number() }),
    ),
  ),
  prompt: v.optional(v.string()),
  dryRun: v.boolean(),
  /** Entries of the conversation that no longer hold, or hold again. */
  entries: v.number(),
  files: v.array(v.object({ path: v.string(), action: v.picklist(['create', 'change', 'delete']) })),
  conflicts: left,
  lost: left,
});

export const command = defineCommand({
  path: 'session rewind',
  summary: 'Rewind a conversation, its file changes, or both to before a prompt; can be undone',
  effect: {
    most: 'modify',
    of: ({ to, undo, dryRun }) => (dryRun || (to === undefined && !undo) ? 'inspect' : 'modify'),
  },
  input: v.object({
    id: v.optional(text('Id of the conversation, or the start of it (default: the latest in this folder)')),
    to: v.optional(text('Number of the prompt, or the id of its entry (default: list the prompts)')),
    files: flag('Restore only the files, unless the conversation is chosen too'),
    conversation: flag('Rewind only the conversation, unless the files are chosen too'),
    dryRun: flag('Show what would change, without changing it'),
    leaveChanged: flag('Skip files that were changed by others since (default: rewind nothing)'),
    undo: flag('Undo the latest rewind'),
  }),
  output,
  examples: ['helve session rewind', 'helve session rewind --to 2 --dry-run', 'helve session rewind --undo'],
  run: async () => (await import('../../session/rewind.ts')).rewindSession,
  render: {
    model: (data) => view(data),
    brief: (data) =>
      data.points ? `${data.points.length} prompts` : `${data.files.length} files, ${data.entries} entries`,
  },
});

type Data = v.InferOutput<typeof output>;

const SIGNS = { create: '+', change: '~', delete: '-' } as const;

function view({ points, prompt, dryRun, entries, files, conflicts, lost }: Data): string {
  if (points) {
    if (points.length === 0) return 'This conversation is empty';
    return points
      .map(({ number, prompt: said, files: count }) => `${number}. ${line(said)} (${count} files changed since)`)
      .join('\n');
  }
  return [
    ...(prompt === undefined ? ['The latest rewind is taken back'] : [`Back to before: ${line(prompt)}`]),
    ...(dryRun ? ['Nothing was done yet; this would be:'] : []),
    ...files.map(({ path, action }) => `${SIGNS[action]} ${path}`),
    ...conflicts.map(({ path, why }) => `! ${path}: left as it is, ${why}`),
    ...lost.map(({ path, why }) => `? ${path}: cannot be restored, ${why}`),
    ...(entries > 0 ? [`${entries} entries of the conversation`] : []),
    ...(files.length + conflicts.length + lost.length + entries === 0 ? ['Nothing to do'] : []),
  ].join('\n');
}

function line(words: string): string {
  const flat = words.trim().replace(/\s+/g, ' ');
  return flat.length > 70 ? `${flat.slice(0, 69)}…` : flat;
}
