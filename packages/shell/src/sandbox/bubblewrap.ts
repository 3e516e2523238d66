import type { Limits, Spawnable } from './limits.ts';

/** Runs a program under bubblewrap: everything is there to read, and the folders to write. */
export function underBubblewrap({ program, args }: Spawnable, { folders, network }: Limits): Spawnable {
  // Root keeps the right to mount anew unless it is taken away.
  const everything = ['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--cap-drop', 'ALL', '--die-with-parent'];
  const writable = folders.flatMap((folder) => ['--bind', folder, folder]);
  const alone = network ? [] : ['--unshare-net'];
  return { program: 'bwrap', args: [...everything, ...writable, ...alone, '--', program, ...args] };
}
