import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import type { OpenFile, Spawnable, WithFiles } from './confined.ts';

/**
 * The same program as one that opens its files by itself, and closes all other descriptors. Those of terminals, and those that helve was
 * started with, are inherited otherwise: a program could type into the terminal of another session.
 */
export function opening({ program, args, files }: WithFiles): Spawnable {
  const redirections = files.map(({ to }, index) => `${index + 3}${OPERATORS[to]}"$${index + 1}"`).join(' ');
  const script = `for fd in /proc/self/fd/*; do fd=\${fd##*/}; if [ "$fd" != '*' ] && [ "$fd" -gt 2 ]; then eval "exec $fd>&-"; fi; done
exec ${redirections}; shift ${files.length}; exec "$@"`;
  const [shell = '', ...options] = SHELL;
  return {
    program: shell,
    args: [...options, '-c', script, 'sandbox', ...files.map(({ path }) => path), program, ...args],
  };
}

/** dash cannot close descriptors from 10 on. With -p, bash takes no functions and no startup file from the environment. */
const SHELL = existsSync('/bin/bash') ? ['/bin/bash', '-p'] : ['/bin/sh'];

const OPERATORS: Readonly<Record<OpenFile['to'], string>> = { read: '<', append: '>>', both: '<>' };

/**
 * Opens files for a program that is about to be spawned, by the number that they have there. Descriptors that it would inherit are
 * replaced by /dev/null. Close all of them once it is spawned.
 */
export function openFiles(files: readonly OpenFile[]): Descriptors {
  const opened: number[] = [];
  const open = (path: string, flags: string) => {
    const descriptor = openSync(path, flags);
    opened.push(descriptor);
    return descriptor;
  };
  const close = () => {
    for (const descriptor of opened.splice(0)) closeSync(descriptor);
  };
  try {
    const inherited = inheritedDescriptors();
    const stdio: (number | 'ignore')[] = files.map(({ path, to }) => open(path, FLAGS[to]));
    const empty = inherited.length === 0 ? 0 : open('/dev/null', 'r+');
    for (const number of inherited) {
      while (stdio.length < number - 2) stdio.push('ignore');
      if (number >= 3 + files.length) stdio[number - 3] = empty;
    }
    return { stdio, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

const FLAGS: Readonly<Record<OpenFile['to'], string>> = { read: 'r', append: 'a', both: 'r+' };

export interface Descriptors {
  /** What a child has from descriptor 3 on, for `spawn`. */
  readonly stdio: readonly (number | 'ignore')[];
  readonly close: () => void;
}

/** Descriptors of this process that its children have too: all that were opened without O_CLOEXEC. Node.js opens none like that. */
function inheritedDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((number) => number > 2 && isInherited(number));
  } catch {
    return [];
  }
}

const CLOSE_ON_EXEC = 0o2000000;

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was that of the listing itself.
    return false;
  }
}
