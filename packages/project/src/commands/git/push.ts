import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { count } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  remote: v.string(),
  refs: v.array(v.object({ from: v.string(), to: v.string(), result: v.string(), summary: v.string() })),
  dryRun: v.boolean(),
});

const input = v.object({
  remote: v.optional(text('Name or URL of the remote')),
  branch: v.optional(text('Branch (default: the current one)')),
  setUpstream: flag('Set it as the upstream of the branch'),
  force: flag('Overwrite the remote branch if nobody else moved it (--force-with-lease)'),
  tags: flag('Push all tags too'),
  dryRun: flag('Show what would be pushed, without pushing it'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git push',
  summary: 'Push commits to a remote',
  effect: 'execute',
  input,
  subject: ({ setUpstream }, place) => gitSubject(place, { network: true, config: setUpstream }),
  output,
  examples: ['helve git push', 'helve git push --remote origin --branch main --set-upstream'],
  run: async () => (await import('../../git/push.ts')).pushBranch,
  render: { model, person, brief: (data) => `${count(data.refs.length, 'ref')} to ${data.remote}` },
});

type Push = v.InferOutput<typeof output>;

function model(data: Push): string {
  const refs = data.refs.map((ref) => `${ref.result} ${ref.to} ${ref.summary}`);
  return [`To ${data.remote}${data.dryRun ? ' (dry run)' : ''}`, ...refs].join('\n');
}

/** As `git push` has it. */
function person(data: Push): string {
  if (data.refs.every((ref) => ref.result === 'up-to-date')) return 'Everything up-to-date';
  const marks: Readonly<Record<string, string>> = { forced: '+', deleted: '-', created: '*', 'up-to-date': '=' };
  const name = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '');
  const widest = Math.max(...data.refs.map((ref) => ref.summary.length));
  const lines = data.refs.map((ref) => {
    const names = ref.from === '' ? name(ref.to) : `${name(ref.from)} -> ${name(ref.to)}`;
    return ` ${marks[ref.result] ?? ' '} ${ref.summary.padEnd(widest)}  ${names}`;
  });
  return [`To ${data.remote}${data.dryRun ? ' (dry run: nothing was sent)' : ''}`, ...lines].join('\n');
}
