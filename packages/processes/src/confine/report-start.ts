import type { Confined } from './confined.ts';

/** Reports to descriptor 3 that the sandbox is complete, closes it, and becomes the program that follows, with these variables. */
const SCRIPT = `until [ "$1" = -- ]; do export "$1"; shift; done
shift
command -v "$1" >/dev/null || { echo "sandbox: there is no program $1" >&2; exit 127; }
echo started >&3
exec 3>&-
exec "$@"`;

/** The program of a run as the last that a sandbox starts. */
export function reportingStart({ run, variables }: Pick<Confined, 'run' | 'variables'>): readonly string[] {
  // A shell can export only names of its own kind. Functions of bash have other names.
  const named = Object.entries(variables).filter(([name]) => /^\w+$/.test(name));
  const set = named.map(([name, value]) => `${name}=${value}`);
  return ['/bin/sh', '-c', SCRIPT, 'sandbox', ...set, '--', run.program, ...run.args];
}

/** What is reported. */
export const STARTED = 'started';
