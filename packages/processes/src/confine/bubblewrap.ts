import type { Confined, Spawnable } from './confined.ts';
import type { Step } from './layout.ts';

export interface Options {
  /** `only`: the program cannot make further user namespaces. Versions before 0.8 cannot enforce that. */
  readonly userNamespace: 'only' | 'some';
}

/** Runs a program under bubblewrap, which drops all capabilities and sets no_new_privs by itself. */
export function underBubblewrap(
  bwrap: string,
  { run, cwd, steps, network, emptyFile }: Confined,
  { userNamespace }: Options,
): Spawnable {
  const apart = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  const args = [
    ...apart,
    ...(userNamespace === 'only' ? ['--disable-userns'] : []),
    ...(network === 'closed' ? ['--unshare-net'] : []),
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...SYSTEM,
    ...steps.flatMap((step) => mount(step, emptyFile)),
    // What is mounted in an empty folder needs a place to be mounted on, so it is sealed last.
    ...steps.flatMap(({ kind, path }) => (kind === 'emptyFolder' ? ['--remount-ro', path] : [])),
    '--chdir',
    cwd,
    '--',
    run.program,
    ...run.args,
  ];
  return { program: bwrap, args };
}

/** All files, to read only. Root outside is root to the kernel's settings in /proc/sys, so all of /proc is read-only too. */
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--remount-ro', '/proc'];

function mount(step: Step, emptyFile = '/dev/null'): readonly string[] {
  switch (step.kind) {
    case 'writable':
      return ['--bind', step.source, step.path];
    case 'readOnly':
      return ['--ro-bind', step.source, step.path];
    case 'emptyFile':
      return ['--ro-bind', emptyFile, step.path];
    case 'emptyFolder':
    case 'scratch':
      return ['--tmpfs', step.path];
  }
}
