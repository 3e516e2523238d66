import { join } from 'node:path';

/** Variables that lead to sockets and terminals of the outside, or to helve's own state. */
const OUTSIDE =
  /^(SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_TTY|SSH_CONNECTION|SSH_CLIENT|GPG_AGENT_INFO|GPG_TTY|DBUS_\w+|DOCKER_HOST|TMUX|TMUX_PANE|TMUX_TMPDIR|STY|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|VSCODE_\w*|HELVE_HOME)$/;

/** Caches that programs fail without, by the variable that names them, and where they are otherwise. */
const CACHES: Readonly<Record<string, string>> = { npm_config_cache: '.npm', XDG_CACHE_HOME: '.cache' };

/** The environment of a confined program: nothing in it leads outside. Caches that it cannot write are in its temporary folder. */
export function confinedEnvironment(
  env: Readonly<Record<string, string>>,
  temp: string,
  isWritable: (path: string) => boolean,
): Readonly<Record<string, string>> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !OUTSIDE.test(name)));
  const caches = Object.entries(CACHES).filter(
    ([name, folder]) => !isWritable(env[name] ?? join(env.HOME ?? '/', folder, 'any')),
  );
  const moved = Object.fromEntries(caches.map(([name, folder]) => [name, join(temp, folder)]));
  return { ...kept, ...moved, TMPDIR: temp, TMP: temp, TEMP: temp };
}
