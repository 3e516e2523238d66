import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { platform } from 'node:process';
import { ownEnvironment } from './own-environment.ts';
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

interface Watchdog {
  readonly tell: (change: string) => void;
  /** An id that it was told of before there is a run to carry it. */
  announced: string | undefined;
  /** Whether it has watched a run before. */
  isUsed: boolean;
}

let watchdog: Watchdog | undefined;

/** A run that is ended when this process is killed. */
export interface Watch {
  /** What the run has to carry. Until it has begun it is known by this alone. */
  readonly runId: string;
  began(pid: number): void;
  /** The run is over; what goes on of it may do so without us. */
  over(goesOn: boolean): void;
}

/**
 * Sees to it that a run which is about to begin ends with this process, even if that is killed. To wake the watchdog
 * takes time, so in a process of many runs it hears of the end of one and of the next when nobody waits. In one of a
 * single run it hears at once: the process may end right after it, and would leave the watchdog to search in vain.
 */
export function watchNext(path: string | undefined): Watch {
  const runId = watchdog?.announced ?? newRunId();
  // Windows ends the children of a console with it, and has no groups.
  if (platform === 'win32') return { runId, began: () => {}, over: () => {} };
  const own = (watchdog ??= startWatchdog(path));
  const isFirst = !own.isUsed;
  own.isUsed = true;
  if (own.announced === undefined) own.tell(`+ 0 ${runId}`);
  own.announced = undefined;
  return {
    runId,
    began: (pid) => own.tell(`+ ${pid} ${runId}`),
    over: (goesOn) => {
      if (isFirst || goesOn) own.tell(`- ${runId}`);
      else setImmediate(() => own.tell(`- ${runId}${announce(own)}`));
    },
  };
}

/** The same for a run that has begun. Call the answer once it is over. */
export function watchOver({ pid, runId }: RunMark, path: string | undefined): () => void {
  if (platform === 'win32') return () => {};
  const own = (watchdog ??= startWatchdog(path));
  own.tell(`+ ${pid} ${runId}`);
  return () => own.tell(`- ${runId}`);
}

function newRunId(): string {
  return randomBytes(12).toString('hex');
}

function announce(own: Watchdog): string {
  if (own.announced !== undefined) return '';
  own.announced = newRunId();
  return `\n+ 0 ${own.announced}`;
}

function startWatchdog(path: string | undefined): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    env: ownEnvironment(path),
    // A session of its own, so that what ends our group does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const { stdin } = child;
  const own: Watchdog = { tell: (change) => void stdin.write(`${change}\n`), announced: undefined, isUsed: false };
  const forget = () => {
    if (watchdog === own) watchdog = undefined;
  };
  child.on('error', forget).on('exit', forget);
  stdin.on('error', forget);
  // Neither keeps this process alive.
  child.unref();
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return own;
}
