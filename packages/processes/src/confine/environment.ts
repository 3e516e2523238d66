/** Variables that lead to sockets and terminals of the outside, or to helve's own state. */
const OUTSIDE =
  /^(SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_TTY|SSH_CONNECTION|SSH_CLIENT|GPG_AGENT_INFO|GPG_TTY|DBUS_\w+|DOCKER_HOST|TMUX|TMUX_PANE|TMUX_TMPDIR|STY|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|VSCODE_\w*|HELVE_HOME)$/;

/** The environment of a confined program: nothing in it leads outside. */
export function confinedEnvironment(
  env: Readonly<Record<string, string>>,
  temp: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => !OUTSIDE.test(name));
  return { ...Object.fromEntries(kept), TMPDIR: temp, TMP: temp, TEMP: temp };
}
