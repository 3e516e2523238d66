import type { Confined, GatePipes, OpenFile, WithFiles } from './confined.ts';
import type { Step } from './layout.ts';

export interface Options {
  /** `only`: the program cannot make further user namespaces. Versions before 0.8 cannot enforce that. */
  readonly userNamespace: 'only' | 'some';
  /** Whether the kernel takes filters of system calls. */
  readonly filtered: boolean;
}

/** Runs a program under bubblewrap, which drops all capabilities and sets no_new_privs by itself. */
export function underBubblewrap(
  bwrap: string,
  { run, variables, cwd, steps, network, emptyFile, status, gate, ...confined }: Confined,
  { userNamespace, filtered }: Options,
): WithFiles {
  const filter = filtered ? confined.filter : undefined;
  const apart = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'];
  const files: readonly OpenFile[] = [
    { path: status, to: 'append' },
    ...(filter === undefined ? [] : [{ path: filter, to: 'read' as const }]),
    ...(gate === undefined ? [] : gateFiles(gate)),
  ];
  const waitAt = gate === undefined ? [] : waitAtGate(files.length);
  const args = [
    ...apart,
    ...(userNamespace === 'only' ? ['--disable-userns'] : []),
    ...(network === 'closed' ? ['--unshare-net'] : []),
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--json-status-fd',
    '3',
    ...(filter === undefined ? [] : ['--seccomp', '4']),
    ...SYSTEM,
    ...steps.flatMap((step) => mount(step, emptyFile)),
    ...waitAt,
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    cwd,
    '--',
    run.program,
    ...run.args,
  ];
  return { program: bwrap, args, files };
}

/** Whether a program was started, by what bubblewrap reports: it gives the exit code of programs only that it could run. */
export const BUBBLEWRAP_STARTED = '"exit-code"';

/** All files, to read only. Root outside is root to the kernel's settings in /proc/sys, so all of /proc is read-only too. */
const SYSTEM = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--remount-ro', '/proc'];

function gateFiles({ report, answer, end }: GatePipes): readonly OpenFile[] {
  return [
    { path: end, to: 'read' },
    { path: report, to: 'append' },
    { path: answer, to: 'both' },
  ];
}

/** The last of the files are the gate's. To copy a file is a step like a mount, so it happens after all mounts; it is copied to a pipe. */
function waitAtGate(count: number): readonly string[] {
  const [end, report, answer] = [count, count + 1, count + 2].map(String) as [string, string, string];
  return ['--file', end, `/proc/self/fd/${report}`, '--sync-fd', report, '--block-fd', answer];
}

/** For each bind and remount bubblewrap reads the table of all mounts. A new file system takes it a twentieth of that time. */
function mount(step: Step, emptyFile: string): readonly string[] {
  switch (step.kind) {
    case 'writable':
      return ['--bind', step.source, step.path];
    case 'readOnly':
      return ['--ro-bind', step.source, step.path];
    case 'emptyFile':
      return ['--ro-bind', emptyFile, step.path];
    case 'emptyFolder':
      return ['--perms', '0555', '--tmpfs', step.path];
    case 'scratch':
      return ['--tmpfs', step.path];
  }
}
