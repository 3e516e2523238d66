import { getuid } from 'node:process';

/**
 * A command line that runs a program where no sandbox works: in a mount namespace in which the programs that make one
 * cannot be run. Nothing in helve can be told to do without them.
 */
export function withoutSandbox(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  const flags = getuid?.() === 0 ? ['-m'] : ['-rm'];
  return ['unshare', [...flags, 'sh', '-c', COVER, 'sh', program, ...args]];
}

const COVER = `
for name in bwrap setpriv unshare; do
  for folder in /usr/bin /bin /usr/sbin /sbin /usr/local/bin; do
    if [ -x "$folder/$name" ]; then mount --bind /dev/null "$folder/$name"; fi
  done
done
exec "$@"`;
