import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { count, nameOf, short } from '../../git/changes/view.ts';

const changes = v.array(
  v.object({
    path: v.string(),
    change: v.string(),
    from: v.optional(v.string()),
    submodule: v.optional(
      v.pipe(v.string(), v.description('What differs in a submodule: new commits, modified or untracked content')),
    ),
  }),
);

const output = v.object({
  branch: v.nullable(v.string()),
  detached: v.boolean(),
  commit: v.optional(v.string()),
  upstream: v.optional(v.string()),
  ahead: v.number(),
  behind: v.number(),
  staged: changes,
  unstaged: changes,
  untracked: v.array(v.string()),
  conflicted: v.array(v.string()),
  clean: v.boolean(),
  /** Entries beyond the first 1000 of a list. */
  omitted: v.optional(v.number()),
  operation: v.optional(v.string()),
});

export const command = defineCommand({
  path: 'git status',
  summary: 'Show the branch and the changes in the working tree',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve git status'],
  run: async () => (await import('../../git/status.ts')).readStatus,
  render: {
    model,
    person,
    brief: (data) =>
      data.clean
        ? `${data.branch ?? 'detached'}: clean`
        : `${data.branch ?? 'detached'}: ${data.staged.length} staged, ${data.unstaged.length} changed, ${data.untracked.length} untracked`,
  },
});

type Status = v.InferOutput<typeof output>;

/** As `git status --short --branch` has it. */
function model(data: Status): string {
  const apart = [
    ...(data.ahead > 0 ? [`ahead ${data.ahead}`] : []),
    ...(data.behind > 0 ? [`behind ${data.behind}`] : []),
  ].join(', ');
  const branch = data.branch ?? `HEAD (detached at ${short(data.commit ?? '')})`;
  return [
    `## ${branch}${data.upstream === undefined ? '' : `...${data.upstream}`}${apart === '' ? '' : ` [${apart}]`}`,
    ...(data.commit === undefined ? ['(no commits yet)'] : []),
    ...(data.operation === undefined ? [] : [`(${data.operation} in progress)`]),
    ...data.conflicted.map((path) => `UU ${path}`),
    ...data.staged.map((change) => `${letter(change.change)}  ${nameOf(change)}`),
    ...data.unstaged.map((change) => ` ${letter(change.change)} ${nameOf(change)}${inSubmodule(change)}`),
    ...data.untracked.map((path) => `?? ${path}`),
    ...(data.omitted === undefined ? [] : [`… and ${data.omitted} more`]),
    ...(data.clean ? ['(clean)'] : []),
  ].join('\n');
}

function inSubmodule({ submodule }: Status['unstaged'][number]): string {
  return submodule === undefined ? '' : ` (${submodule})`;
}

function letter(change: string): string {
  return change[0]?.toUpperCase() ?? '?';
}

/** As `git status` has it. */
function person(data: Status): string {
  const width = 'typechange:  '.length;
  const changes = (list: Status['staged']) =>
    list.map((change) => `  ${`${change.change}:`.padEnd(width)}${nameOf(change)}${inSubmodule(change)}`);
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);
  return [
    data.branch === null ? `HEAD detached at ${short(data.commit ?? '')}` : `On branch ${data.branch}`,
    ...(data.upstream === undefined ? [] : [distance(data, data.upstream)]),
    ...(data.operation === undefined ? [] : [`A ${data.operation} is in progress.`]),
    ...(data.commit === undefined ? ['No commits yet'] : []),
    ...section(
      'Unmerged paths:',
      data.conflicted.map((path) => `  ${'conflict:'.padEnd(width)}${path}`),
    ),
    ...section('Changes to be committed:', changes(data.staged)),
    ...section('Changes not staged for commit:', changes(data.unstaged)),
    ...section(
      'Untracked files:',
      data.untracked.map((path) => `  ${path}`),
    ),
    ...(data.omitted === undefined ? [] : ['', `… and ${data.omitted} more`]),
    ...(data.clean ? ['Nothing to commit, working tree clean'] : []),
  ].join('\n');
}

function distance({ ahead, behind }: Status, upstream: string): string {
  if (ahead > 0 && behind > 0) return `Your branch and ${upstream} have diverged: ${ahead} and ${behind} commits.`;
  if (ahead > 0) return `Your branch is ahead of ${upstream} by ${count(ahead, 'commit')}.`;
  if (behind > 0) return `Your branch is behind ${upstream} by ${count(behind, 'commit')}.`;
  return `Your branch is up to date with ${upstream}.`;
}
