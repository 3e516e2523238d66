import { choice, defineCommand, flag, path, text } from '@helve/command';
import * as v from 'valibot';
import { count, short } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  done: v.optional(v.string()),
  worktrees: v.array(
    v.object({
      path: v.string(),
      branch: v.nullable(v.string()),
      commit: v.optional(v.string()),
      bare: v.optional(v.boolean()),
      locked: v.optional(v.boolean()),
      prunable: v.optional(v.boolean()),
    }),
  ),
});

type Output = v.InferOutput<typeof output>;

const input = v.object({
  action: v.optional(choice(['list', 'add', 'remove', 'prune'], 'What to do'), 'list'),
  path: v.optional(path('write', 'Folder of the worktree')),
  branch: v.optional(text('Branch to check out there (default: named after the folder)')),
  create: flag('Create the branch first'),
  force: flag('Force, even with changes or a branch checked out elsewhere'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git worktree',
  summary: 'List, add or remove worktrees of the repository',
  effect: { most: 'execute', of: ({ action }) => (action === 'list' ? 'inspect' : 'execute') },
  input,
  subject: ({ action, path: folder, branch }, place) =>
    action === 'list' ? {} : gitSubject(place, { folder, tracks: branch, removes: action === 'remove' }),
  output,
  examples: ['helve git worktree', 'helve git worktree --action add --path ../login --branch feature/login --create'],
  run: async () => (await import('../../git/worktree.ts')).manageWorktrees,
  render: {
    model: (data) => data.done ?? data.worktrees.map(line).join('\n'),
    person,
    brief: (data) => data.done ?? count(data.worktrees.length, 'working tree'),
  },
});

function line(tree: Output['worktrees'][number]): string {
  const marks = [...(tree.locked ? ['locked'] : []), ...(tree.prunable ? ['prunable'] : [])];
  const where = tree.bare ? '(bare)' : `${short(tree.commit ?? '00000000')} [${tree.branch ?? 'detached'}]`;
  return [tree.path, where, ...marks].join(' ');
}

/** As `git worktree list` has it. */
function person(data: Output): string {
  if (data.done !== undefined) return data.done;
  const widest = Math.max(...data.worktrees.map((tree) => tree.path.length));
  return data.worktrees.map((tree) => `${tree.path.padEnd(widest)}${line(tree).slice(tree.path.length)}`).join('\n');
}
