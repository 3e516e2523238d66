import type { Limits, Spawnable } from './sandbox.ts';

/**
 * Makes every mount read-only but the folders, inside a mount namespace of its own, and then gives up the rights that
 * this took, in a second user namespace: from there nothing can be mounted anew. Whatever fails ends it.
 */
const SCRIPT = `
set -eu
uid=$1 gid=$2 count=$3
shift 3
mount --make-rprivate /
# Root outside is root to the kernel's settings, also in here.
for point in /proc/sys /proc/irq /proc/bus /proc/fs; do
  [ ! -d "$point" ] || mount --bind "$point" "$point"
done
before=$(cut -d ' ' -f 5 /proc/self/mountinfo)
open='
'
while [ "$count" -gt 0 ]; do
  mount --rbind "$1" "$1"
  open="$open$1/
"
  shift
  count=$((count - 1))
done
printf '%s\\n' "$before" | while read -r line; do
  point=$(printf '%b' "$line")
  [ "$point" != /proc ] || continue
  # What is mounted in one of the folders stays as it is.
  inside=$(printf '%s' "$open" | while read -r folder; do
    case $point/ in "$folder"*) [ -z "$folder" ] || echo yes ;; esac
  done)
  [ -z "$inside" ] || continue
  mount -o remount,bind,ro "$point" || [ ! -e "$point" ]
done
# The folder it stands in is still that of the mount below, which is read-only now.
cd "$(pwd -P)"
exec unshare --map-user="$uid" --map-group="$gid" -- "$@"
`;

/** Runs a program in namespaces of its own, with the tools of util-linux. The process stays the same. */
export function underNamespaces(
  { program, args }: Spawnable,
  { folders, network }: Limits,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Spawnable {
  const setUp = ['sh', '-c', SCRIPT, 'sandbox', String(uid), String(gid), String(folders.length), ...folders];
  return {
    program: 'unshare',
    args: ['--map-root-user', '--mount', ...(network ? [] : ['--net']), '--', ...setUp, program, ...args],
  };
}
