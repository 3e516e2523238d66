import { call, CommandError, type Context, didYouMean, nearest, parameter, worded } from '@helve/command';
import { redact } from './repository/errors.ts';
import { remoteUrl } from './repository/remote-url.ts';
import { openRepository } from './repository/repository.ts';
import { branchName } from './repository/revision.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/remote.ts';

/** Lists the remotes, or changes them. Always gives those there are then. */
export async function manageRemotes(input: Input, context: Context) {
  await openRepository(context);
  const done = await act(input, context);
  return { ...(done === undefined ? {} : { done }), remotes: await listRemotes(context) };
}

async function act(input: Input, context: Context): Promise<string | undefined> {
  if (input.action === 'list') return undefined;
  const name = branchName('remote', required(input, 'remote'));
  const names = (await listRemotes(context)).map((remote) => remote.name);
  if (input.action === 'add') {
    const url = remoteUrl(context, 'url', required(input, 'url'));
    if (names.includes(name)) {
      throw new CommandError('ALREADY_EXISTS', `There is a remote ${name} already`, {
        hint: worded`Remove it first: ${call('git remote', { action: 'remove', remote: name })}`,
      });
    }
    await git(context, 'modify', ['remote', 'add', '--', name, url]);
    return `added ${name}`;
  }
  if (!names.includes(name)) {
    const suggestions = nearest(name, names).slice(0, 3);
    throw new CommandError('NOT_FOUND', `There is no remote ${name}`, {
      hint: didYouMean(name, names, worded`See them with: ${call('git remote')}`, { most: 3 }),
      details: { remote: name, suggestions },
    });
  }
  await git(context, 'modify', ['remote', 'remove', '--', name]);
  return `removed ${name}`;
}

function required(input: Input, name: 'remote' | 'url'): string {
  const value = input[name];
  if (value !== undefined) return value;
  throw new CommandError('INVALID_INPUT', worded`${parameter('action')} ${input.action} needs ${parameter(name)}`, {
    example: 'helve git remote --action add --remote origin --url <url>',
    details: { parameter: name },
  });
}

async function listRemotes(context: Context) {
  const { stdout } = await git(context, 'inspect', ['remote', '--verbose']);
  const remotes = new Map<string, { name: string; fetch: string; push: string[] }>();
  for (const [, name = '', url = '', kind] of stdout.matchAll(/^(\S+)\t(.*) \((fetch|push)\)(?: \[.*\])?$/gm)) {
    const remote = remotes.get(name) ?? { name, fetch: '', push: [] };
    remotes.set(name, remote);
    if (kind === 'fetch') remote.fetch = redact(url);
    else remote.push.push(redact(url));
  }
  return [...remotes.values()];
}
