import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { count, short } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  done: v.optional(v.string()),
  branches: v.array(
    v.object({
      name: v.string(),
      remote: v.boolean(),
      current: v.boolean(),
      commit: v.string(),
      upstream: v.optional(v.string()),
      track: v.optional(v.string()),
      date: v.string(),
      subject: v.string(),
    }),
  ),
});

const input = v.object({
  branch: v.optional(text('Branch to create, rename or delete (default: list branches)')),
  delete: flag('Delete the branch'),
  force: flag('Delete it even if unmerged, or overwrite an existing one'),
  to: v.optional(text('New name of the branch')),
  from: v.optional(text('Commit that a new branch starts from (default: HEAD)')),
  all: flag('Include remote branches'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git branch',
  summary: 'List branches, or create, rename or delete one',
  effect: { most: 'modify', of: (input) => (input.branch === undefined ? 'inspect' : 'modify') },
  input,
  subject: ({ branch }, place) => (branch === undefined ? {} : gitSubject(place, { config: true })),
  output,
  examples: ['helve git branch', 'helve git branch --branch feature/login'],
  run: async () => (await import('../../git/branch.ts')).manageBranches,
  render: { model, person, brief: (data) => data.done ?? count(data.branches.length, 'branch', 'branches') },
});

type Output = v.InferOutput<typeof output>;

function model(data: Output): string {
  if (data.done !== undefined) return data.done;
  return data.branches.map((branch) => line(branch, 0)).join('\n') || 'No branches yet';
}

/** As `git branch -vv` has it. */
function person(data: Output): string {
  if (data.done !== undefined) return data.done;
  const widest = Math.max(0, ...data.branches.map((branch) => branch.name.length));
  return data.branches.map((branch) => line(branch, widest)).join('\n') || 'No branches yet';
}

function line({ current, name, commit, upstream, track, subject }: Output['branches'][number], width: number): string {
  const apart = upstream === undefined ? '' : ` [${upstream}${track === undefined ? '' : `: ${track}`}]`;
  return `${current ? '*' : ' '} ${name.padEnd(width)} ${short(commit)}${apart} ${subject}`;
}
