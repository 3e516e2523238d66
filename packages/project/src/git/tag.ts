import { call, CommandError, type Context, didYouMean, nearest, parameter, worded } from '@helve/command';
import { openRepository } from './repository/repository.ts';
import { branchName, requireCommit } from './repository/revision.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/tag.ts';

/** Tags that a result holds at most. */
const LIST_LIMIT = 1000;

/** Lists tags, the newest first, or, when one is named, creates or deletes it. */
export async function manageTags(input: Input, context: Context) {
  await openRepository(context);
  const done = input.tag === undefined ? undefined : await changeTag(input.tag, input, context);
  const tags = await listTags(context);
  const omitted = tags.length - LIST_LIMIT;
  return {
    ...(done === undefined ? {} : { done }),
    tags: tags.slice(0, LIST_LIMIT),
    ...(omitted > 0 ? { omitted } : {}),
  };
}

async function changeTag(tag: string, input: Input, context: Context): Promise<string> {
  const name = branchName('tag', tag);
  const names = (await listTags(context)).map((existing) => existing.name);
  const exists = names.includes(name);
  if (input.delete) {
    if (!exists) throw missing(name, names);
    await git(context, 'modify', ['tag', '--delete', name]);
    return `deleted ${name}`;
  }
  if (exists && !input.force) {
    throw new CommandError('ALREADY_EXISTS', `There is a tag ${name} already`, {
      hint: worded`Choose another name, or move it with ${parameter('force')}.`,
    });
  }
  const commit = await requireCommit(context, 'revision', input.revision);
  const annotated = input.message === undefined ? [] : ['--annotate', '--cleanup=whitespace', '--file=-'];
  await git(
    context,
    'modify',
    // Signing would run a program, and may ask for a password.
    ['tag', '--no-sign', ...(input.force ? ['--force'] : []), ...annotated, name, commit],
    input.message === undefined ? {} : { input: input.message },
  );
  return `${exists ? 'moved' : 'created'} ${name} at ${commit.slice(0, 8)}`;
}

function missing(name: string, names: readonly string[]): CommandError {
  const suggestions = nearest(name, names).slice(0, 3);
  return new CommandError('NOT_FOUND', `There is no tag ${name}`, {
    hint: didYouMean(name, names, worded`See the tags with: ${call('git tag')}`, { most: 3 }),
    details: { tag: name, suggestions },
  });
}

const FIELDS = [
  '%(refname:lstrip=2)',
  '%(objecttype)',
  '%(objectname)',
  '%(*objectname)',
  '%(creatordate:iso-strict)',
  '%(contents:subject)',
];

async function listTags(context: Context) {
  const { stdout } = await git(context, 'inspect', [
    'for-each-ref',
    '--sort=refname',
    '--sort=-creatordate',
    `--format=${FIELDS.join('%00')}`,
    'refs/tags',
  ]);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', type, object = '', target = '', date = '', subject = ''] = line.split('\0');
      const annotated = type === 'tag';
      return { name, commit: annotated ? target : object, annotated, date, subject };
    });
}
