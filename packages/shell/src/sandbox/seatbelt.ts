import type { Limits, Spawnable } from './limits.ts';

/** Runs a program under the sandbox of macOS. */
export function underSeatbelt({ program, args }: Spawnable, limits: Limits): Spawnable {
  return { program: '/usr/bin/sandbox-exec', args: ['-p', seatbeltProfile(limits), program, ...args] };
}

/** The rules in Apple's language; the last that fits decides. */
export function seatbeltProfile({ folders, network }: Limits): string {
  const writable = folders.map((folder) => `(subpath ${JSON.stringify(folder)})`);
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* (regex #"^/dev/(null|zero|tty.*|fd/.*|std(out|err)|ptmx)$") ${writable.join(' ')})`,
    ...(network ? [] : ['(deny network*)', '(allow network* (local unix-socket))']),
  ].join('\n');
}
