/**
 * Brings a checkout as far as a script needs it, and no further: `install` (npm packages), `build` (the bundle),
 * `tools` (programs and packages that only tests use), `tasks` (those packages alone). What is up to date is left alone, so that the second time is quick.
 * Uses nothing but Node, because nothing else is there yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chdir, env, exit, getuid, argv } from 'node:process';

chdir(join(import.meta.dirname, '..'));

/** Programs that tests use, and the Debian packages that bring them. */
const TOOLS = {
  git: 'git',
  bash: 'bash',
  zsh: 'zsh',
  fish: 'fish',
  tmux: 'tmux',
  rg: 'ripgrep',
  vim: 'vim',
  less: 'less',
  make: 'make',
  cc: 'gcc',
  curl: 'curl',
  python3: 'python3',
  bwrap: 'bubblewrap',
  asciinema: 'asciinema',
  chromium: 'chromium',
  openssl: 'openssl',
  'dbus-daemon': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
};

/** The pages of browser tests are made of packages that nothing else needs. */
const TASKS = 'test/browser/tasks';

/** Other versions of Node, which the packed helve is tried on. */
const NODES = 'test/package';

const steps = argv.slice(2);
install();
if (steps.includes('build')) build();
if (steps.includes('tools')) tools();
if (steps.includes('tools') || steps.includes('tasks')) installTestPackages(TASKS);
if (steps.includes('tools')) installTestPackages(NODES);

function install() {
  const manifests = readdirSync('packages').map((name) => `packages/${name}/package.json`);
  installPackages('.', ['package-lock.json', 'package.json', ...manifests]);
}

function installTestPackages(folder) {
  installPackages(folder, [`${folder}/package.json`, `${folder}/package-lock.json`]);
}

function installPackages(folder, files) {
  const wanted = digest(files);
  const stamp = `${folder}/node_modules/.helve-installed`;
  if (read(stamp) === wanted) return;
  // Not `npm ci`: it refuses a lock file that was made where the optional packages of other platforms cannot be seen.
  // Install scripts are not run: packages that bring programs ship them inside.
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Peers that the pages need are named in their manifest; others would only make it larger.
  if (folder !== '.') options.push('--prefix', folder, '--legacy-peer-deps', '--prefer-offline');
  run('npm', ['install', ...options]);
  writeFileSync(stamp, wanted);
}

function build() {
  const sources = ['package-lock.json', ...['docs', 'scripts', 'packages'].flatMap(sourceFiles)];
  const wanted = `${digest(sources)} ${process.version}`;
  const stamp = 'packages/helve/dist/.built';
  if (read(stamp) === wanted) return;
  run('node', ['scripts/build.mjs']);
  writeFileSync(stamp, wanted);
}

function tools() {
  if (/^\/(?:tmp|var\/tmp|run)\//.test(process.cwd())) {
    fail('The tests need a checkout outside /tmp: programs in the sandbox have a /tmp of their own.');
  }
  const missing = Object.keys(TOOLS).filter((program) => !onPath(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => TOOLS[program]);
  if (getuid?.() === 0 && onPath('apt-get')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  }
  const absent = missing.filter((program) => !onPath(program));
  if (absent.length > 0)
    fail(`The tests need ${absent.join(', ')}: please install ${absent.length === 1 ? 'it' : 'them'}.`);
}

function run(command, args, variables = {}) {
  // stdout is the result of whatever is run next; what is said here is talk.
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...env, ...variables },
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed.`);
}

function fail(message) {
  console.error(message);
  exit(1);
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !name.endsWith('.test.ts'))
    .flatMap((entry) => (entry.isDirectory() ? sourceFiles(join(folder, entry.name)) : join(folder, entry.name)))
    .sort();
}

function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function onPath(program) {
  return (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
