import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Confinement, Need } from '@helve/command';
import { afterAll, describe, expect, it } from 'vitest';
import { needsIn } from './needs.ts';

const base = realpathSync(mkdtempSync(join(homedir(), '.helve-needs-')));
afterAll(() => rmSync(base, { recursive: true }));
const project = join(base, 'project');
mkdirSync(join(project, 'sub'), { recursive: true });
writeFileSync(join(base, 'there.txt'), '');

const CLOSED: Confinement = {
  project,
  writable: [project],
  readOnly: [],
  guarded: ['.mcp.json', '.git/config', '.git/hooks', '.claude'].map((name) => join(project, name)),
  hidden: [],
  shown: [],
  network: 'closed',
  sockets: [],
  keepTemp: false,
};

const needs = (printed: string, more: Partial<Confinement> = {}) =>
  needsIn(printed, { confinement: { ...CLOSED, ...more }, cwd: project });

/** What programs really printed in the sandbox. */
describe('a host that cannot be reached is named, as printed by', () => {
  it.each<[string, string, string | undefined]>([
    ['curl', 'curl: (6) Could not resolve host: example.com', 'example.com'],
    [
      'curl, of an address',
      "curl: (7) Failed to connect to 10.0.0.1 port 80 after 0 ms: Couldn't connect to server",
      '10.0.0.1',
    ],
    [
      'git over https',
      "fatal: unable to access 'https://github.com/a/b/': Could not resolve host: github.com",
      'github.com',
    ],
    [
      'git over ssh',
      'ssh: Could not resolve hostname github.com: Temporary failure in name resolution\nfatal: Could not read from remote repository.',
      'github.com',
    ],
    ['ssh', 'ssh: connect to host 1.2.3.4 port 22: Network is unreachable', '1.2.3.4'],
    [
      'wget',
      'Resolving example.com (example.com)... failed: Temporary failure in name resolution.\nwget: unable to resolve host address ‘example.com’',
      'example.com',
    ],
    [
      'node',
      'TypeError: fetch failed\n  [cause]: Error: getaddrinfo EAI_AGAIN example.com\n      at GetAddrInfoReqWrap.onlookupall',
      'example.com',
    ],
    [
      'npm',
      'npm error code EAI_AGAIN\nnpm error request to https://registry.acmes.org/left-pad failed, reason: getaddrinfo EAI_AGAIN registry.acmes.org',
      'registry.acmes.org',
    ],
    ['python', 'urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>', undefined],
    [
      'pip',
      "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError('<HTTPSConnection object>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')'",
      undefined,
    ],
    [
      'go',
      'go: github.com/a/b: Get "https://proxy.golang.org/x": dial tcp: lookup proxy.golang.org: Temporary failure in name resolution',
      'proxy.golang.org',
    ],
    [
      'cargo',
      'warning: spurious network error: [6] Could not resolve hostname (Could not resolve host: index.crates.io)',
      'index.crates.io',
    ],
    [
      'apt',
      "W: Failed to fetch http://deb.distro.org/x  Temporary failure resolving 'deb.distro.org'",
      'deb.distro.org',
    ],
    [
      'gh',
      'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com',
      'api.github.com',
    ],
  ])('%s', (_, printed, host) => {
    expect(needs(printed)).toEqual([host === undefined ? { kind: 'network' } : { kind: 'network', host }]);
    expect(needs(printed, { network: 'open' })).toEqual([]);
  });
});

describe('a path that cannot be written is found from the working directory on, as printed by', () => {
  const inBase: Need = { kind: 'write', path: base };
  it.each<[string, string, Need]>([
    ['touch', "touch: cannot touch '../x': Read-only file system", inBase],
    ['sh', 'sh: 1: cannot create ../x: Read-only file system', inBase],
    ['bash', 'bash: line 1: ../q: Read-only file system', inBase],
    ['zsh', 'zsh:1: read-only file system: ../q', inBase],
    ['tee', 'tee: ../y: Read-only file system', inBase],
    ['python', "OSError: [Errno 30] Read-only file system: '../x'", inBase],
    ['node', "Error: EROFS: read-only file system, open '../x'\n    at Object.openSync (node:fs:573:18)", inBase],
    [
      'truncate',
      "truncate: cannot open '../there.txt' for writing: Read-only file system",
      { kind: 'write', path: join(base, 'there.txt') },
    ],
    [
      'mkdir',
      'mkdir: cannot create directory ‘/etc/foo’: Read-only file system',
      { kind: 'outside', what: 'to write /etc/foo' },
    ],
    [
      'sed',
      "sed: couldn't open temporary file /etc/seddnGxu6: Read-only file system",
      { kind: 'outside', what: 'to write /etc/seddnGxu6' },
    ],
    [
      'git',
      `error: could not lock config file ${project}/.git/config: Read-only file system`,
      { kind: 'write', path: join(project, '.git/config'), guarded: true },
    ],
    [
      'sh, of a guarded file that does not exist',
      'sh: 1: cannot create .mcp.json: Is a directory',
      { kind: 'write', path: join(project, '.mcp.json'), guarded: true },
    ],
    [
      'node, of a guarded file that does not exist',
      "Error: EISDIR: illegal operation on a directory, open '.mcp.json'",
      { kind: 'write', path: join(project, '.mcp.json'), guarded: true },
    ],
    [
      'mv, of a guarded folder',
      "mv: cannot move '.git/hooks' to 'x': Device or resource busy",
      { kind: 'write', path: join(project, '.git/hooks'), guarded: true },
    ],
    [
      'cp, in a guarded folder',
      "cp: cannot create regular file '.claude/settings.json': Read-only file system",
      { kind: 'write', path: join(project, '.claude'), guarded: true },
    ],
  ])('%s', (_, printed, need) => {
    expect(needs(printed)).toEqual([need]);
  });
});

describe('something of the outside is named, as printed by', () => {
  it.each<[string, string, Need]>([
    [
      'docker',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      { kind: 'socket', path: '/var/run/docker.sock' },
    ],
    [
      'docker 28',
      'failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct',
      { kind: 'socket', path: '/var/run/docker.sock' },
    ],
    [
      'psql',
      'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
      { kind: 'socket', path: '/var/run/postgresql/.s.PGSQL.5432' },
    ],
    [
      'ssh-add',
      'Could not open a connection to your authentication agent.',
      { kind: 'outside', what: 'a signing or key agent' },
    ],
    [
      'git commit -S',
      'error: gpg failed to sign the data\nfatal: failed to write commit object',
      { kind: 'outside', what: 'a signing or key agent' },
    ],
    [
      'xdg-open',
      "xdg-open: no method available for opening 'https://example.com'",
      { kind: 'outside', what: 'the desktop' },
    ],
    [
      'apt-get install',
      'W: Not using locking for read only lock file /var/lib/dpkg/lock-frontend',
      { kind: 'outside', what: "the system's packages" },
    ],
  ])('%s', (_, printed, need) => {
    expect(needs(printed)).toEqual([need]);
  });
});

it.each([
  ['a failure of its own', 'error TS2322: Type string is not assignable'],
  ['a folder of the project that was taken for a file', 'cat: sub: Is a directory'],
  [
    'a server of its own that does not run',
    "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server",
  ],
  ['a test that expects such an error', 'ok 1 - handles ECONNREFUSED'],
])('%s needs nothing', (_, printed) => {
  expect(needs(printed)).toEqual([]);
});
