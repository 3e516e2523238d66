import type { Confined, WithFiles } from './confined.ts';
import { reportingStart } from './report-start.ts';

/**
 * Does with mount(8) what bubblewrap does: makes every mount read-only, lays out the steps on top, and then gives up the
 * rights that this took, in a second user namespace from which nothing can be unmounted. Any failure ends it. Sources are
 * mounted in a folder of their own first, because a step may cover them.
 */
const SCRIPT = `
set -eu
# The caller's PATH may lead to other programs of these names.
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
uid=$1 gid=$2 cwd=$3 count=$4
shift 4
fail() { echo "sandbox: $1" >&2; exit 125; }
mount --make-rprivate / || fail 'mounts cannot be made private'
# Root outside is root to the kernel's settings. The rest of /proc is needed for the second user namespace.
for point in /proc/sys /proc/irq /proc/bus /proc/fs /proc/acpi /proc/scsi /proc/sysrq-trigger /proc/mtrr /proc/kcore; do
  [ ! -e "$point" ] || { mount --bind "$point" "$point" && mount -o remount,bind,ro "$point"; }
done
before=$(cut -d ' ' -f 5 /proc/self/mountinfo)
mount -t tmpfs tmpfs /run
mkdir /run/.sources
: > /run/.sources/empty
chmod 000 /run/.sources/empty
place() { [ -e "$2" ] || if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "\${2%/*}"; : > "$2"; fi; }
number=0
for word in "$@"; do
  number=$((number + 1))
  [ "$number" -le $((count * 3)) ] || break
  case $((number % 3)) in
    1) kind=$word ;;
    2) source=$word ;;
    0) case $kind in writable|readOnly)
         place "$source" "/run/.sources/$number"
         mount --rbind "$source" "/run/.sources/$number" || fail "$source cannot be mounted" ;;
       esac ;;
  esac
done
printf '%s\\n' "$before" | while read -r line; do
  point=$(printf '%b' "$line")
  case $point in /proc|/proc/*|/run|/run/*) continue ;; esac
  mount -o remount,bind,ro "$point" 2>/dev/null || [ ! -e "$point" ] || fail "$point cannot be made read-only"
done
mount -t tmpfs -o mode=755 tmpfs /run/.sources/dev 2>/dev/null || { mkdir /run/.sources/dev; mount -t tmpfs -o mode=755 tmpfs /run/.sources/dev; }
for name in null zero full random urandom tty; do
  : > "/run/.sources/dev/$name"
  mount --bind "/dev/$name" "/run/.sources/dev/$name"
done
mkdir /run/.sources/dev/pts /run/.sources/dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts /run/.sources/dev/pts
mount -t tmpfs tmpfs /run/.sources/dev/shm
ln -s pts/ptmx /run/.sources/dev/ptmx
ln -s /proc/self/fd /run/.sources/dev/fd
for each in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/\${each%:*}" "/run/.sources/dev/\${each#*:}"; done
terminal=$(readlink /proc/self/fd/1 || :)
case $terminal in /dev/pts/*) : > /run/.sources/dev/console; mount --bind "$terminal" /run/.sources/dev/console ;; esac
mount --rbind /run/.sources/dev /dev
number=0
sealed=
while [ "$count" -gt 0 ]; do
  kind=$1 source=$2 path=$3
  number=$((number + 3))
  shift 3
  count=$((count - 1))
  case $kind in
    scratch) [ "$path" = /run ] || mount -t tmpfs tmpfs "$path" || fail "$path cannot be covered" ;;
    emptyFolder) mount -t tmpfs -o ro tmpfs "$path" || fail "$path cannot be hidden" ;;
    emptyFile) mount --bind /run/.sources/empty "$path" && mount -o remount,bind,ro "$path" || fail "$path cannot be hidden" ;;
    *)
      place "/run/.sources/$number" "$path"
      mount --rbind "/run/.sources/$number" "$path" || fail "$path cannot be mounted"
      [ "$kind" = writable ] || mount -o remount,bind,ro "$path" || fail "$path cannot be made read-only" ;;
  esac
done
# What was a source of a step stays mounted there alone.
for each in /run/.sources/*; do umount -l "$each" 2>/dev/null || :; done
rm -rf /run/.sources
{ ip link set lo up || ifconfig lo up; } 2>/dev/null || :
cd "$cwd" || fail "$cwd is not there"
if [ -e /proc/self/fd/5 ]; then
  { cat /proc/self/mountinfo; echo .; } >&4
  read -r refusal <&5
  exec 4>&- 5>&-
  [ -z "$refusal" ] || fail "$refusal"
fi
exec unshare --map-user="$uid" --map-group="$gid" -- setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
`;

/** Runs a program in namespaces of its own, with the tools of util-linux. */
export function underNamespaces(
  unshare: string,
  { run, variables, path, cwd, steps, network, status, gate }: Confined,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): WithFiles {
  const laid = steps.flatMap((step) => [step.kind, 'source' in step ? step.source : '', step.path]);
  const apart = ['--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--ipc', '--uts'];
  const setUp = ['/bin/sh', '-c', SCRIPT, 'sandbox', String(uid), String(gid), cwd, String(steps.length), ...laid];
  return {
    program: unshare,
    args: [
      ...apart,
      ...(network === 'closed' ? ['--net'] : []),
      '--',
      ...setUp,
      ...reportingStart({ run, variables: { ...variables, PATH: path } }),
    ],
    files: [
      { path: status, to: 'append' },
      ...(gate === undefined ? [] : [{ path: gate.report, to: 'append' as const }]),
      ...(gate === undefined ? [] : [{ path: gate.answer, to: 'both' as const }]),
    ],
  };
}
