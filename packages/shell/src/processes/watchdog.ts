import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { platform } from 'node:process';
import { RUN_VARIABLE } from './table.ts';
import type { RunMark } from './tree.ts';

/**
 * A shell that knows which runs go on and reads from a pipe that only this process holds. When this process is killed,
 * the pipe ends, and the shell ends the runs. `+ pid id` begins a run, with 0 for a pid that is not known yet, and
 * `- id` ends it. It looks more than once: a process that was just forked does not carry the id before its exec.
 */
const SCRIPT = `
runs=
while read -r change pid id; do
  case $change in
    +) runs="$runs $pid:$id" ;;
    -) rest=; for run in $runs; do [ "\${run#*:}" = "$pid" ] || rest="$rest $run"; done; runs=$rest ;;
  esac
done
[ -n "$runs" ] || exit 0
add() {
  case "$victims " in *" $1 "*) return ;; esac
  victims="$victims $1"
  for file in /proc/"$1"/task/*/children; do
    children=
    { read -r children < "$file"; } 2>/dev/null
    for child in $children; do add "$child"; done
  done
}
find_tagged() {
  if [ -e /proc/self/environ ]; then
    grep -lsz "^${RUN_VARIABLE}=.*$1" /proc/[0-9]*/environ | cut -d/ -f3
  else
    ps -axEww -o pid=,command= | grep "${RUN_VARIABLE}=[^ ]*$1" | awk '{ print $1 }'
  fi
}
for round in 1 2 3 4 5 6; do
  victims=
  for run in $runs; do
    [ "\${run%%:*}" = 0 ] || add "\${run%%:*}"
    for tagged in $(find_tagged "\${run#*:}"); do add "$tagged"; done
  done
  for run in $runs; do [ "\${run%%:*}" = 0 ] || kill -KILL "-\${run%%:*}"; done
  [ -z "$victims" ] || kill -KILL $victims
  # A pid may be somebody else's by the next round.
  rest=; for run in $runs; do rest="$rest 0:\${run#*:}"; done; runs=$rest
  sleep 0.1
done`;

let watchdog: ChildProcess | undefined;

/** A run that is ended when this process is killed. */
export interface Watch {
  /** The run has begun. Until then it is known by its id alone. */
  began(pid: number): void;
  /** The run is over. */
  over(): void;
}

/** Sees to it that a run which is about to begin ends with this process, even if that is killed. */
export function watchFor(runId: string, path: string | undefined): Watch {
  // Windows ends the children of a console with it, and has no groups.
  if (platform === 'win32') return { began: () => {}, over: () => {} };
  watchdog ??= startWatchdog(path);
  const { stdin } = watchdog;
  stdin?.write(`+ 0 ${runId}\n`);
  return {
    began: (pid) => void stdin?.write(`+ ${pid} ${runId}\n`),
    over: () => void stdin?.write(`- ${runId}\n`),
  };
}

/** The same for a run that has begun. Call the answer once it is over. */
export function watchOver({ pid, runId }: RunMark, path: string | undefined): () => void {
  const watch = watchFor(runId, path);
  watch.began(pid);
  return () => watch.over();
}

function startWatchdog(path: string | undefined): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    // None of ours: it must not look like part of a run around us.
    env: { PATH: ['/usr/bin', '/bin', ...(path === undefined ? [] : [path])].join(delimiter) },
    // A session of its own, so that what ends our group does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = () => {
    if (watchdog === child) watchdog = undefined;
  };
  child.on('error', forget).on('exit', forget);
  child.stdin?.on('error', forget);
  // Neither keeps this process alive.
  child.unref();
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return child;
}
