import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';

/** Git with an author and without this machine's settings. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: env.PATH ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export interface HostileRepository {
  /** Its checkout: `a.txt` is changed, `b.txt` is not, `new.txt` is untracked, `sub` is a submodule, `docs` a bare repository. */
  readonly dir: string;
  /** A second worktree of it, with settings of its own. */
  readonly worktree: string;
  /** What the programs that it names wrote when they were run; empty if none was. */
  bait(): string;
  /** Runs git itself, unprotected. */
  git(...args: readonly string[]): string;
  remove(): void;
}

/** A repository whose config names a program wherever git can be told to run one. Each leaves a line in a bait file. */
export function openHostileRepository(): HostileRepository {
  const top = mkdtempSync(join(tmpdir(), 'helve-hostile-'));
  const [dir, worktree, origin] = [join(top, 'project'), join(top, 'tree'), join(top, 'origin')];
  const bait = join(top, 'bait');
  const program = join(top, 'evil.sh');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> '${bait}'\ncase $1 in clean | smudge) cat ;; *) exit 1 ;; esac\n`);
  chmodSync(program, 0o755);
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', args, { cwd, env: GIT_ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  for (const each of [origin, dir]) {
    mkdirSync(each);
    git(each, 'init', '-q', '-b', 'main');
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(each, name), `${name}\n`);
    writeFileSync(
      join(each, '.gitattributes'),
      'a.txt filter=one diff=evil merge=evil\nb.txt filter=two diff=evil\nc.txt filter=three diff=evil\n',
    );
    writeFileSync(join(each, '.gitignore'), '*.log\n');
    git(each, 'add', '-A');
    git(each, 'commit', '-q', '-m', 'first');
  }
  git(dir, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'sub');
  git(dir, 'commit', '-q', '-m', 'second');
  git(dir, 'worktree', 'add', '-q', worktree);
  plantBareRepository(join(dir, 'docs'), program);
  // Git looks at a file again, and runs its filter, when its time of change is another than in the index.
  for (const folder of [dir, join(dir, 'sub'), worktree]) {
    for (const name of ['b.txt', 'c.txt']) utimesSync(join(folder, name), 1, 1);
    writeFileSync(join(folder, 'a.txt'), 'changed\n');
    writeFileSync(join(folder, 'new.txt'), 'new\n');
  }
  // One filter through a file that the config includes, and one only for the second worktree.
  writeFileSync(join(top, 'included'), `[filter "two"]\nprocess = "${program} process"\n`);
  for (const folder of [dir, join(dir, 'sub')]) {
    const gitDir = git(folder, 'rev-parse', '--absolute-git-dir').trim();
    appendFileSync(join(gitDir, 'config'), hostileConfig(program, join(top, 'included')));
    mkdirSync(join(gitDir, 'hooks'), { recursive: true });
    for (const name of ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction']) {
      writeFileSync(join(gitDir, 'hooks', name), `#!/bin/sh\nexec '${program}' ${name}\n`, { mode: 0o755 });
    }
  }
  git(dir, 'config', 'extensions.worktreeConfig', 'true');
  git(worktree, 'config', '--worktree', 'filter.three.clean', `${program} clean`);
  rmSync(bait, { force: true });
  return {
    dir,
    worktree,
    bait: () => (existsSync(bait) ? readFileSync(bait, 'utf8') : ''),
    git: (...args) => git(dir, ...args),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}

function hostileConfig(program: string, included: string): string {
  return `
[core]
  fsmonitor = "${program} core.fsmonitor"
  pager = "${program} pager"
  editor = "${program} editor"
[diff]
  external = "${program} external"
  submodule = diff
[diff "evil"]
  textconv = "${program} textconv"
  command = "${program} command"
[merge "evil"]
  driver = "${program} driver"
[filter "one"]
  clean = "${program} clean"
  smudge = "${program} smudge"
  required = true
[include]
  path = ${included}
[gpg]
  program = ${program}
[log]
  showSignature = true
[status]
  submoduleSummary = true
[submodule]
  recurse = true
[submodule "sub"]
  ignore = none
`;
}

/** A folder that looks like a bare repository, as a commit can bring one in, with the checkout around it as its working tree. */
function plantBareRepository(folder: string, program: string): void {
  for (const [name, content] of [
    ['HEAD', 'ref: refs/heads/main\n'],
    ['refs/keep', ''],
    ['objects/keep', ''],
    ['config', `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = "${program} nested"\n`],
  ] as const) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
