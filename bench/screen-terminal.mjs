/** A program on a terminal that nobody looks at: what it writes is counted, what it costs is read from /proc. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { spawn } from '@lydell/node-pty';

const LIMIT_MS = 180_000;
const SILENCE_MS = 500;
/** Enough to find what is waited for in what comes next. */
const KEPT = 8_192;

export function openTerminal(command, args, { cwd, env, columns = 80, rows = 24 }) {
  const child = spawn(command, args, { cwd, env, cols: columns, rows, name: 'xterm-256color' });
  const shown = { bytes: 0, tail: '', waiting: undefined };
  let everything;
  child.onData((text) => {
    shown.bytes += Buffer.byteLength(text);
    shown.tail = `${shown.tail}${text}`.slice(-KEPT - text.length);
    everything?.push(text);
    shown.waiting?.();
    if (!shown.waiting) shown.tail = shown.tail.slice(-KEPT);
  });
  const exited = new Promise((resolve) => child.onExit(resolve));
  return {
    pid: child.pid,
    exited,
    type: (keys) => child.write(keys),
    bytes: () => shown.bytes,
    /** Keeps all that is written from now on, and gives it when asked. */
    record: () => {
      everything = [];
      return () => everything.join('');
    },
    /** Resolves with the moment at which something was written, by what has come since the last one that was waited for. */
    shows: (what) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`Not shown: ${what}\n${shown.tail.slice(-2000)}`)), LIMIT_MS);
        shown.waiting = () => {
          if (!shown.tail.includes(what)) return;
          clearTimeout(limit);
          shown.waiting = undefined;
          shown.tail = '';
          resolve(performance.now());
        };
        shown.waiting();
      }),
    /** Resolves when nothing was written for a while. */
    silence: async () => {
      for (let seen = -1; seen !== shown.bytes; ) {
        seen = shown.bytes;
        await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
      }
    },
    /** Milliseconds of a processor, all of it so far. */
    processor: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    memory: () => status(child.pid, 'VmRSS') / 1024,
    mostMemory: () => status(child.pid, 'VmHWM') / 1024,
    /** How often it was given a processor; a process at rest is not. */
    wakes: () => status(child.pid, 'voluntary_ctxt_switches') + status(child.pid, 'nonvoluntary_ctxt_switches'),
    close: async () => {
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(limit);
    },
  };
}

function status(pid, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}
