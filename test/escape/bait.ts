import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const SECRET = 'BAIT-SECRET-4711';

/** Everything that an attempt must not read, change, reach or end. It is below the real home folder: /tmp is private anyway. */
export class Bait {
  readonly base = mkdtempSync(join(homedir(), '.helve-escape-'));
  readonly temp = mkdtempSync(join(tmpdir(), 'helve-escape-'));
  readonly project = join(this.base, 'project');
  readonly outside = join(this.base, 'outside');
  readonly user = join(this.base, 'user');
  readonly home = join(this.base, 'home');
  readonly #template = join(this.temp, 'template');
  readonly #servers: Server[] = [];
  readonly #victim: ChildProcess;
  readonly #tmux = join(this.outside, 'tmux');
  #reached = 0;
  #port = 0;
  #before = '';

  constructor() {
    write(this.user, {
      '.ssh/id_rsa': SECRET,
      '.bashrc': '# startup\n',
      '.gitconfig': '[user]\n\tname = A\n\temail = a@b.c\n[safe]\n\tdirectory = *\n',
    });
    symlinkSync(join(this.user, '.ssh'), join(this.user, 'linked'));
    write(this.home, { token: SECRET, 'settings.json': `{"key":"${SECRET}"}` });
    write(this.outside, { kept: 'kept', 'private/key': SECRET });
    symlinkSync(join(this.outside, 'private'), join(this.outside, 'link-to-private'));
    this.#makeTemplate();
    const env = { PATH: process.env.PATH, VICTIM_SECRET: SECRET };
    this.#victim = spawn('sleep', ['1000'], { env, detached: true });
    execFileSync('tmux', ['-S', this.#tmux, '-f', '/dev/null', 'new-session', '-d', 'sleep 1000'], { env });
  }

  #makeTemplate(): void {
    const evil = `#!/bin/sh\ntouch ${this.outside}/PWN\n`;
    write(this.#template, {
      '.env': SECRET,
      '.env.sample': 'sample\n',
      '.gitignore': '.env\n',
      'nested/deep/.env': SECRET,
      'locked.txt': 'locked',
      'kept/deep/file': 'kept',
      'scripts/hook.sh': '#!/bin/sh\nexit 0\n',
      'package.json': '{"scripts":{"test":"true"}}',
      'evil.sh': evil,
      'evil.cjs': `require('fs').writeFileSync('${this.outside}/PWN','')`,
      'evil.py': `open('${this.outside}/PWN','w')`,
      'evil.pm': `open(F,'>','${this.outside}/PWN');1;`,
      'Makefile.evil': `all:\n\ttouch ${this.outside}/PWN\n`,
      'bin/ls': evil,
      'docs/HEAD': 'ref: refs/heads/main\n',
      'docs/config': `[core]\n\trepositoryformatversion = 0\n\tworktree = .\n\tfsmonitor = touch ${this.outside}/PWN\n`,
      'docs/objects/x': '',
      'docs/refs/x': '',
    });
    for (const file of ['evil.sh', 'bin/ls', 'scripts/hook.sh'])
      execFileSync('chmod', ['+x', join(this.#template, file)]);
    symlinkSync('.env', join(this.#template, '.env.link'));
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: this.#template, env: { PATH: process.env.PATH, HOME: this.user } });
    git('init', '-q');
    git('add', '.env.sample', '.gitignore', 'locked.txt', 'kept');
    git('commit', '-qm', 'first');
  }

  /** Starts the listeners. */
  async listen(): Promise<void> {
    const at = (where: string | { port: number; host: string }) =>
      new Promise<Server>((resolve) => {
        const server = createServer((socket) => {
          this.#reached += 1;
          socket.on('error', () => {}).end(SECRET);
        });
        this.#servers.push(server);
        server.listen(where, () => resolve(server));
      });
    const server = await at({ port: 0, host: '0.0.0.0' });
    this.#port = (server.address() as { port: number }).port;
    await at(join(this.outside, 'socket'));
    await at(join(this.temp, 'socket'));
    await at(`\0${this.#abstract}`);
    this.#before = this.#state();
  }

  get #abstract(): string {
    return `helve-escape-${this.#victim.pid}`;
  }

  /** What attempts are told, and credentials as a user has them. */
  get variables(): Readonly<Record<string, string>> {
    const lan = Object.values(networkInterfaces()).flatMap((all) =>
      (all ?? []).flatMap((each) => (each.internal ? [] : each.address)),
    );
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.user,
      P: this.project,
      O: this.outside,
      U: this.user,
      H: this.home,
      PORT: String(this.#port),
      VICTIM: String(this.#victim.pid),
      SOCK: join(this.outside, 'socket'),
      TMPSOCK: join(this.temp, 'socket'),
      PROJECTSOCK: join(this.project, 'socket'),
      TMUXSOCK: this.#tmux,
      ABSTRACT: this.#abstract,
      LAN: lan.join(' '),
    };
  }

  /** A fresh project for the next attempt. */
  renew(): void {
    rmSync(this.project, { recursive: true, force: true });
    cpSync(this.#template, this.project, { recursive: true, verbatimSymlinks: true });
    this.#reached = 0;
  }

  /** What an attempt that printed this has achieved. */
  achieved(printed: string): readonly string[] {
    const state = this.#state();
    // What was planted shows when the user works on: git runs what its configuration says.
    execFileSync('sh', ['-c', 'git status; git -C "$P" log -1; true'], {
      cwd: this.project,
      env: { PATH: process.env.PATH, HOME: this.user, P: this.project },
      stdio: 'ignore',
    });
    const guarded = GUARDED.filter(
      (path) => describe(join(this.project, path)) !== describe(join(this.#template, path)),
    );
    return [
      ...(printed.includes(SECRET) ? ['printed the secret'] : []),
      ...(printed.includes('OPENED') ? ['opened a file of the system for writing'] : []),
      ...(state === this.#before ? [] : ['changed the outside']),
      ...guarded.map((path) => `changed ${path}`),
      ...(existsSync(join(this.outside, 'PWN')) ? ['planted something that ran outside'] : []),
      ...(existsSync('/etc/helve-escape-bait') || existsSync('/usr/local/bin/helve-escape-bait')
        ? ['changed the system']
        : []),
      ...(this.#reached > 0 ? ['reached a listener'] : []),
      ...(this.#victim.exitCode === null && this.#victim.signalCode === null ? [] : ['ended a process']),
    ];
  }

  close(): void {
    for (const server of this.#servers) server.close();
    this.#victim.kill('SIGKILL');
    execFileSync('tmux', ['-S', this.#tmux, 'kill-server']);
    for (const folder of [this.base, this.temp]) rmSync(folder, { recursive: true, force: true });
  }

  #state(): string {
    return [this.outside, this.user, this.home].map(describe).join('\n');
  }
}

/** What no attempt may change in the project. */
const GUARDED = [
  '.git/config',
  '.git/hooks',
  '.git/commondir',
  '.helve',
  '.claude',
  '.mcp.json',
  '.utcp_config.json',
  '.vscode/tasks.json',
  '.idea',
  'scripts/hook.sh',
  'locked.txt',
  'kept',
];

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** A path with all below it, as text that differs when anything does. */
function describe(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'missing';
  const mode = found.mode.toString(8);
  if (found.isSymbolicLink()) return `${mode} -> ${readlinkSync(path)}`;
  if (found.isDirectory())
    return `${mode} {${readdirSync(path)
      .sort()
      .map((name) => `${name}: ${describe(join(path, name))}`)
      .join('\n')}}`;
  if (!found.isFile()) return mode;
  return `${mode} ${Math.floor(found.mtimeMs / 1e9)} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
}
