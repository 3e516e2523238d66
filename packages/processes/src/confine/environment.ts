import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { realPath } from '@helve/command';
import { socketOf } from './sockets.ts';

/** Variables that lead to sockets and terminals of the outside, or to helve's own state. */
const OUTSIDE =
  /^(SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_TTY|SSH_CONNECTION|SSH_CLIENT|GPG_AGENT_INFO|GPG_TTY|DBUS_\w+|DOCKER_HOST|TMUX|TMUX_PANE|TMUX_TMPDIR|STY|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|VSCODE_\w*|HELVE_HOME|HELVE_SANDBOX)$/;

/** Caches, state and histories that programs fail without or complain about, by the variable that names them, and where they are otherwise. */
const CACHES: Readonly<Record<string, string>> = {
  npm_config_cache: '.npm',
  XDG_CACHE_HOME: '.cache',
  XDG_STATE_HOME: '.local/state',
  YARN_GLOBAL_FOLDER: '.yarn/berry',
  IPYTHONDIR: '.ipython',
  NODE_REPL_HISTORY: '.node_repl_history',
};

/** Programs that tools have installed in the cache folder, by the variable that names them: a new cache folder does not have them. */
const INSTALLED: Readonly<Record<string, string>> = {
  PLAYWRIGHT_BROWSERS_PATH: 'ms-playwright',
  CYPRESS_CACHE_FOLDER: 'Cypress',
  PRE_COMMIT_HOME: 'pre-commit',
  POETRY_VIRTUALENVS_PATH: 'pypoetry/virtualenvs',
  HF_HOME: 'huggingface',
  TORCH_HOME: 'torch',
};

/** Package managers repeat requests for a minute or more. Without a network that only hides the reason. */
const NO_RETRIES: Readonly<Record<string, string>> = { npm_config_fetch_retries: '0', PIP_RETRIES: '0' };

export interface Inside {
  readonly temp: string;
  readonly isWritable: (path: string) => boolean;
  /** Sockets of the outside that it may connect to: variables that name them are kept. */
  readonly sockets: readonly string[];
  readonly isOffline: boolean;
}

/** The environment of a confined program: nothing in it leads outside. Caches that it cannot write are in its temporary folder. */
export function confinedEnvironment(
  env: Readonly<Record<string, string>>,
  { temp, isWritable, sockets, isOffline }: Inside,
): Readonly<Record<string, string>> {
  const isAllowed = (value: string) => sockets.length > 0 && sockets.includes(realPath(socketOf(value) ?? '/'));
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !OUTSIDE.test(name) || isAllowed(value)),
  );
  const caches = Object.entries(CACHES).filter(
    ([name, folder]) => !isWritable(env[name] ?? join(env.HOME ?? '/', folder, 'any')),
  );
  const moved = Object.fromEntries(caches.map(([name, folder]) => [name, join(temp, folder)]));
  const installed = 'XDG_CACHE_HOME' in moved ? installedIn(env.XDG_CACHE_HOME ?? join(env.HOME ?? '/', '.cache')) : {};
  const retries = isOffline ? NO_RETRIES : {};
  return { ...retries, ...installed, ...kept, ...moved, TMPDIR: temp, TMP: temp, TEMP: temp };
}

function installedIn(cache: string): Readonly<Record<string, string>> {
  const found = Object.entries(INSTALLED).map(([name, folder]) => [name, join(cache, folder)] as const);
  return Object.fromEntries(found.filter(([, path]) => existsSync(path)));
}

/**
 * Variables by which the loader, the C library or a shell loads code or files: what glibc ignores in programs with more rights than
 * their caller, and what bash runs. The sandbox's own programs must not see them, for they are not confined yet.
 */
const LOADING =
  /^(LD_\w+|DYLD_\w+|GLIBC_TUNABLES|GCONV_PATH|GETCONF_DIR|HOSTALIASES|LOCALDOMAIN|LOCPATH|MALLOC_\w+|NIS_PATH|NLSPATH|RESOLV_HOST_CONF|RES_OPTIONS|TZDIR|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|BASH_FUNC_.*|BASH_XTRACEFD|BASH_LOADABLES_PATH|IFS|CDPATH)$/s;

/** The variables that the sandbox may be started with, and those that only the program in it gets. */
export function splitEnvironment(env: Readonly<Record<string, string>>): {
  readonly outer: Readonly<Record<string, string>>;
  readonly inner: Readonly<Record<string, string>>;
} {
  const entries = Object.entries(env);
  return {
    outer: Object.fromEntries(entries.filter(([name]) => !LOADING.test(name))),
    inner: Object.fromEntries(entries.filter(([name]) => LOADING.test(name))),
  };
}
