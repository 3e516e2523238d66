import { fileURLToPath } from 'node:url';
import { CommandError, type Context, resolvePath } from '@helve/command';
import { redact } from './errors.ts';
import { refuseOption } from './revision.ts';
import { type GitOptions, tryGit } from './run.ts';

const SCHEMES = new Set(['https', 'http', 'ssh', 'git', 'file']);

/** A url for git, with local paths made absolute. Anything that names a program as its transport is refused. */
export function remoteUrl(context: Context, parameter: string, url: string): string {
  refuseOption(parameter, url);
  const scheme = /^([\w+.-]+):\/\//.exec(url)?.[1]?.toLowerCase();
  if (/^[\w+.-]+::/.test(url) || (scheme !== undefined && !SCHEMES.has(scheme))) {
    throw new CommandError('INVALID_INPUT', `This kind of url is not allowed: ${redact(url).slice(0, 200)}`, {
      hint: 'Use https, http, ssh, git, file, or a local path.',
      details: { parameter },
    });
  }
  const local = localPath(context, url, scheme);
  if (local === undefined) return url;
  if (!context.permits(local, 'read')) {
    throw new CommandError('PERMISSION_DENIED', `The rules do not let this command read ${url}`, { retry: 'never' });
  }
  return scheme === undefined ? local : url;
}

function localPath(context: Context, url: string, scheme: string | undefined): string | undefined {
  if (scheme === 'file') {
    try {
      return fileURLToPath(`file://${new URL(url).pathname}`);
    } catch (cause) {
      throw new CommandError('INVALID_INPUT', 'This is not the url of a local folder', { cause });
    }
  }
  // As git has it: a colon before the first slash means a host.
  return scheme !== undefined || /^[^/]*:/.test(url) ? undefined : resolvePath(context.place, url);
}

/** The name of a configured remote, or a url. */
export function remoteName(context: Context, value: string): string {
  return /[:/\\]/.test(value) ? remoteUrl(context, 'remote', value) : refuseOption('remote', value);
}

/** How git is run when it talks to a remote: with progress, and with an SSH that asks nothing. */
export async function network(context: Context): Promise<GitOptions> {
  const configured = await tryGit(context, 'inspect', ['config', '--get', 'core.sshCommand']);
  const own = context.place.env.GIT_SSH_COMMAND ?? context.place.env.GIT_SSH;
  if (own !== undefined || configured.exitCode === 0) return { progress: true };
  return { progress: true, env: { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' } };
}

/** The remote to name to git: the one that was asked for; else one only where a branch is named, which needs it. */
export async function chosenRemote(
  context: Context,
  asked: string | undefined,
  { branch, current }: { readonly branch: string | undefined; readonly current: string | undefined },
): Promise<string | undefined> {
  if (asked !== undefined) return remoteName(context, asked);
  return branch === undefined ? undefined : defaultRemote(context, current);
}

/** Where the current branch is pushed to and pulled from, if nothing else is said. */
async function defaultRemote(context: Context, branch: string | undefined): Promise<string> {
  if (branch !== undefined) {
    const { exitCode, stdout } = await tryGit(context, 'inspect', ['config', '--get', `branch.${branch}.remote`]);
    if (exitCode === 0) return stdout.trim();
  }
  const { stdout } = await tryGit(context, 'inspect', ['remote']);
  const remotes = stdout.split('\n').filter((name) => name !== '');
  return remotes.length === 1 && remotes[0] !== undefined ? remotes[0] : 'origin';
}
