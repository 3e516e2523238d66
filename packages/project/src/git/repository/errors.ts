import {
  call,
  CommandError,
  type ErrorCode,
  ifOffered,
  type Need,
  parameter,
  worded,
  type Wording,
} from '@helve/command';
import { adviceFor } from '@helve/policy';

/** A git that ended with a failure. */
export interface Failure {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What git lacked in the sandbox. */
  readonly needs?: readonly Need[];
}

type Meaning = (found: RegExpExecArray, failure: Failure) => CommandError;

/** What git says (in the C locale, so these words are stable) and what it means here. The first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, Meaning])[] = [
  [
    /not a git repository/,
    () =>
      new CommandError('NOT_A_REPOSITORY', 'This folder is not in a git repository', {
        hint: worded`Make one with: ${call('git init')}${ifOffered('cwd', worded`, or name another folder with ${parameter('cwd')}`)}.`,
      }),
  ],
  [
    /cannot use bare repository '(.*)' \(safe\.bareRepository/,
    ([, path = '']) =>
      new CommandError('NOT_A_REPOSITORY', `${path} is a bare repository, which is only used when it is named`, {
        hint: worded`If you trust it: git --git-dir ${path} log.${ifOffered('cwd', worded` For a folder of a checkout, name the checkout with ${parameter('cwd')}.`)}`,
      }),
  ],
  [
    /detected dubious ownership in repository at '(.*)'/,
    ([, path = '']) =>
      said(
        'GIT_FAILED',
        `The repository at ${path} belongs to another user`,
        `If you trust it: git config --global --add safe.directory ${path}`,
      ),
  ],
  [
    /Host key verification failed/,
    () =>
      said(
        'AUTH_REQUIRED',
        'The host key of the remote is not known',
        'Connect once with ssh, or add it: ssh-keyscan <host> >> ~/.ssh/known_hosts',
      ),
  ],
  [
    /could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|Permission denied \(|unable to read askpass|requested URL returned error: 40[13]/,
    (_, failure) =>
      said(
        'AUTH_REQUIRED',
        `The remote wants credentials: ${firstLine(failure)}`,
        'Set up a credential helper or an SSH key, or sign in with the tool of the host (gh auth login); nobody can be asked here.',
      ),
  ],
  [
    /transport '(.*)' not allowed/,
    ([, transport = '']) =>
      said(
        'GIT_FAILED',
        `The transport ${transport} is not allowed here`,
        worded`If objects of a partial clone are missing, get them with: ${call('git fetch')}. Remotes may use https, http, ssh, git, file and local paths.`,
      ),
  ],
  [
    /(?:local changes to the following files|untracked working tree files) would be (?:overwritten|removed) by \w+/,
    (_, failure) => {
      const files = tabbedLines(failure.stderr);
      return new CommandError('CONFLICT', `Your changes to ${list(files)} would be overwritten; nothing was changed`, {
        hint: worded`Commit them (${call('git commit')}) or put them aside (${call('git stash', { includeUntracked: true })}), then try again.`,
        details: { files },
      });
    },
  ],
  [
    /(?:cannot|Cannot) (?:pull with rebase|rebase): (.*)/,
    ([, why = '']) =>
      said(
        'GIT_FAILED',
        why,
        worded`Commit the changes (${call('git commit')}) or put them aside (${call('git stash')}) first.`,
      ),
  ],
  [
    /Not possible to fast-forward|Need to specify how to reconcile divergent branches/,
    () =>
      said(
        'REJECTED',
        'Both sides have new commits, so a fast-forward is not possible',
        worded`Merge them with: ${call('git pull')}, or put yours on top with: ${call('git pull', { rebase: true })}`,
      ),
  ],
  [
    /(?:empty ident name|Please tell me who you are|unable to auto-detect email address|no email was given)/,
    () =>
      said(
        'GIT_FAILED',
        'Git does not know who you are',
        'Set it once: git config --global user.name "Your Name" and git config --global user.email you@example.com',
      ),
  ],
  [
    /Unable to create '(.*\.lock)': File exists/,
    ([, lock = '']) =>
      new CommandError('GIT_FAILED', 'Another git process is at work in this repository', {
        hint: `Wait for it and try again; if none is running, remove ${lock}`,
        retry: 'safe',
        details: { lock },
      }),
  ],
  [
    /The current branch (\S+) has no upstream branch|There is no tracking information for the current branch/,
    () =>
      said(
        'GIT_FAILED',
        'The current branch has no upstream branch',
        worded`Push it with: ${call('git push', { setUpstream: true })}, or name ${parameter('remote')} and ${parameter('branch')}.`,
      ),
  ],
  [
    /No configured push destination|No remote repository specified|'(.*)' does not appear to be a git repository/,
    ([, name]) =>
      said(
        'NOT_FOUND',
        name === undefined ? 'No remote is configured' : `There is no remote ${name}`,
        worded`Add one with: ${call('git remote', { action: 'add', remote: 'origin', url: 'URL' })}`,
      ),
  ],
  [
    /[Rr]epository '(.*)' (?:does not exist|not found)/,
    ([, name = '']) => said('NOT_FOUND', `There is no repository ${redact(name)}`, 'Check the url.'),
  ],
  [
    /couldn't find remote ref (\S+)|Remote branch (\S+) not found/,
    ([, ref, branch]) =>
      said(
        'NOT_FOUND',
        `The remote has no branch ${ref ?? branch}`,
        worded`See its branches with: ${call('git branch', { all: true })}`,
      ),
  ],
  [
    /pathspec '(.*)' did not match any file|no such path '?(.*?)'? in|'(.*)' is outside repository|There is no path (\S+) in the commit/s,
    ([, pathspec, missing, outside, absent]) =>
      outside === undefined
        ? said(
            'NOT_FOUND',
            `Git knows no file ${pathspec ?? missing ?? absent}`,
            worded`See what there is with: ${call('git status')}`,
          )
        : said(
            'INVALID_INPUT',
            `${outside} is outside this repository`,
            worded`Name a path inside it${ifOffered('cwd', worded`, or another repository with ${parameter('cwd')}`)}.`,
          ),
  ],
  [
    /paths are ignored by one of your \.gitignore files:\n(.*)/,
    ([, path = '']) => said('NOTHING_TO_DO', `${path} is ignored by .gitignore`, 'Leave it out, or change .gitignore.'),
  ],
  [
    /unknown revision|bad revision|not a valid object name|invalid reference|Not a valid commit|src refspec (\S+) does not match any/,
    (_, failure) => said('NOT_FOUND', firstLine(failure), worded`See the branches with: ${call('git branch')}`),
  ],
  [
    /'(.*)' is already (?:checked out|used by worktree) at '(.*)'/,
    ([, branch = '', path = '']) =>
      said('REJECTED', `${branch} is checked out in ${path}`, 'Work there, or name another branch.'),
  ],
  [
    /--author '(.*)' is not 'Name <email>'/s,
    ([, author = '']) =>
      said(
        'GIT_FAILED',
        worded`${parameter('author')} must be a name and an address, not ${JSON.stringify(author)}`,
        'Write it as: Name <name@example.com>',
      ),
  ],
  [/No space left on device/, () => said('NO_SPACE', 'The disk is full')],
];

/** What a failed git means in the words of commands. */
export function gitError(args: readonly string[], failure: Failure): CommandError {
  if (failure.needs) return blocked(args, failure, failure.needs);
  for (const [pattern, meaning] of MEANINGS) {
    const found = pattern.exec(failure.stderr);
    if (found) return meaning(found, failure);
  }
  return new CommandError(
    'GIT_FAILED',
    firstLine(failure) || `git ${args[0]} failed with exit code ${failure.exitCode}`,
    {
      hint: 'The details contain the full output of git.',
      details: outputOf(failure),
    },
  );
}

/** What the sandbox kept from git. With `needs` in its details the user is asked for it, where somebody can be asked. */
function blocked(args: readonly string[], failure: Failure, needs: readonly Need[]): CommandError {
  const signs = needs.some(({ kind }) => kind === 'outside') && /gpg|sign/i.test(failure.stderr);
  return new CommandError(
    'GIT_FAILED',
    firstLine(failure) || `git ${args[0]} failed with exit code ${failure.exitCode}`,
    {
      hint: `${adviceFor(needs)}${signs ? ' Or commit without a signature: git config commit.gpgSign false' : ''}`,
      details: { ...outputOf(failure), sandbox: { needs } },
    },
  );
}

/** What git printed, short enough for a result. */
export function outputOf({ exitCode, stderr }: Failure) {
  return { exitCode, stderr: redact(stderr).slice(0, 8000) };
}

/** The line of git's talk that says what went wrong. */
export function firstLine({ stderr }: Failure): string {
  const lines = redact(stderr)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const line = lines.find((candidate) => /^(?:fatal|error): /.test(candidate)) ?? lines[0] ?? '';
  return line.replace(/^(?:fatal|error): /, '').trim();
}

/** A few names in a sentence. */
export function list(names: readonly string[]): string {
  if (names.length === 0) return 'some files';
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
}

/** Hides the password of a url. */
export function redact(text: string): string {
  return text.replace(/(\w:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:***@');
}

function said(code: ErrorCode, message: Wording, hint?: Wording): CommandError {
  return new CommandError(code, message, { hint });
}

function tabbedLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('\t'))
    .map((line) => line.slice(1));
}
