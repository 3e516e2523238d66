import { readProcesses } from '@helve/processes';
import { offersTerminals, otherReaders, terminalsBelow } from './other-readers.ts';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, realpathSync } from 'node:fs';

/** What says that a program waits for input. */
export type Evidence = 'kernel' | 'echo-off' | 'marks' | 'prompt' | 'none';

export interface Waiting {
  readonly waiting: boolean;
  readonly evidence: Evidence;
  /** It is the session's own shell that waits, at its prompt. */
  readonly atPrompt: boolean;
  /** It waits only for a while and goes on by itself then: vim does so before it ends. */
  readonly timed: boolean;
  /** It waits for any key, as an editor of lines does, and not for a line. */
  readonly byKey: boolean;
}

const NOT_WAITING: Waiting = { waiting: false, evidence: 'none', atPrompt: false, timed: false, byKey: false };

/** System calls by number, for the processors that we have binaries for. */
const CALLS: Readonly<Record<string, Readonly<Record<number, Call>>>> = {
  x64: {
    0: 'read',
    19: 'read',
    17: 'read',
    23: 'select',
    270: 'select',
    7: 'poll',
    271: 'poll',
    232: 'epoll',
    281: 'epoll',
    441: 'epoll',
  },
  arm64: { 63: 'read', 65: 'read', 72: 'select', 73: 'poll', 22: 'epoll', 441: 'epoll' },
};

type Call = 'read' | 'select' | 'poll' | 'epoll';

const POLLIN = 0x1;

/** Whether the kernel of this machine tells what programs wait for. */
export function kernelTells(arch: string): boolean {
  return CALLS[arch] !== undefined && read('/proc/self/syscall') !== undefined;
}

/**
 * Asks the kernel whether the foreground program of a terminal is blocked until somebody types; nothing where the
 * kernel cannot be asked. `shell` is the process that reads the session's command lines.
 */
export function probeKernel(shell: number, device: string, arch: string): Waiting | undefined {
  const calls = CALLS[arch];
  const foreground = foregroundGroup(shell);
  if (!calls || foreground === undefined) return undefined;
  let known = false;
  for (const pid of foregroundProcesses(shell, foreground)) {
    const blocked = blockedCalls(pid);
    known ||= blocked.length > 0;
    const on = blocked.map((line) => parseCall(line, calls)).find((call) => call && blocksOn(pid, call, device));
    if (on) return behind(pid, on, device, arch, pid === shell);
  }
  if (!known) return undefined;
  for (const pid of otherReaders(device, sessionOf(shell))) {
    const on = blockedCalls(pid)
      .map((line) => parseCall(line, calls))
      .find((call) => call && blocksOn(pid, call, device));
    if (on) return behind(pid, on, device, arch, false);
  }
  return NOT_WAITING;
}

function waitingOn(on: BlockedCall, atPrompt: boolean): Waiting {
  const timed = isTimed(on);
  return { waiting: true, evidence: 'kernel', atPrompt, timed, byKey: on.name !== 'read' && !timed };
}

/**
 * A program that passes keys on to programs on terminals of its own, such as tmux or script, always waits for keys: what
 * counts is whether one of those programs does.
 */
function behind(pid: number, on: BlockedCall, device: string, arch: string, atPrompt: boolean): Waiting {
  if (on.name === 'read' || !offersTerminals(pid)) return waitingOn(on, atPrompt);
  const inner = terminalsBelow(pid, descendants(pid) ?? [], device);
  // It runs nothing on them: sessions inherit the terminals of those that were started before them.
  if (inner.length === 0) return waitingOn(on, atPrompt);
  const waiting = inner.map((each) => probeKernel(each.leader, each.device, arch)).find((each) => each?.waiting);
  return waiting ? { ...waiting, atPrompt: false } : NOT_WAITING;
}

function sessionOf(pid: number): number {
  return readProcesses([pid])[0]?.session ?? pid;
}

/** The group that the terminal of a process listens to: the sixth field after its name, which may hold anything. */
function foregroundGroup(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[5]);
}

/** The group's first process comes first: it is mostly the one that reads. */
function* foregroundProcesses(shell: number, foreground: number): Generator<number> {
  if (readProcesses([foreground])[0]?.group === foreground) yield foreground;
  for (const { pid, group } of readProcesses(descendants(shell))) {
    if (group === foreground && pid !== foreground) yield pid;
  }
}

/** A process and all below it; nothing where the kernel does not list children, and then all processes are looked at. */
export function descendants(root: number): readonly number[] | undefined {
  const found = [root];
  for (const pid of found) {
    for (const task of list(`/proc/${pid}/task`)) {
      const children = read(`/proc/${pid}/task/${task}/children`);
      if (children === undefined && pid === root && task === String(root)) return undefined;
      found.push(...(children ?? '').split(' ').filter(Boolean).map(Number));
    }
  }
  return found;
}

function blockedCalls(pid: number): readonly string[] {
  return list(`/proc/${pid}/task`).flatMap((task) => read(`/proc/${pid}/task/${task}/syscall`) ?? []);
}

/** Where the kernel says nothing, but the shell: what it printed last, and whether that was its prompt. */
export function probeMarks(state: 'asks' | 'runs' | undefined, lastLine: string): Waiting {
  if (state === 'asks') return { waiting: true, evidence: 'marks', atPrompt: true, timed: false, byKey: true };
  const guessed = probePrompt(lastLine);
  return state === 'runs' ? { ...guessed, atPrompt: false } : guessed;
}

/** Where nobody says anything: output that ends like a question or a prompt. */
function probePrompt(lastLine: string): Waiting {
  const shell = /(?:^|[\w\])~/ ])[$#%❯>] ?$/u.test(lastLine);
  const waiting = shell || /(?:[:?]|\[[yYnN]\/[yYnN]\]|\([yYnN]\/[yYnN]\)|>>>|\.\.\.) ?$/u.test(lastLine);
  return waiting ? { waiting, evidence: 'prompt', atPrompt: shell, timed: false, byKey: false } : NOT_WAITING;
}

interface BlockedCall {
  readonly name: Call;
  readonly number: number;
  /** Its arguments, in hexadecimal. */
  readonly args: readonly string[];
}

/** Reads a line of /proc/<pid>/syscall: the number, six arguments and two pointers; or just `running`. */
function parseCall(line: string, calls: Readonly<Record<number, Call>>): BlockedCall | undefined {
  const [number = '', ...args] = line.trim().split(' ');
  const name = calls[Number(number)];
  return name && { name, number: Number(number), args };
}

function blocksOn(pid: number, { name, args }: BlockedCall, device: string): boolean {
  const [first = '0', second = '0'] = args;
  const isTerminal = (fd: number) => {
    const target = link(`/proc/${pid}/fd/${fd}`);
    return target === device || target === '/dev/tty';
  };
  switch (name) {
    case 'read':
      return isTerminal(Number(first));
    case 'select':
      return Number(second) !== 0 && selectedFds(pid, Number(first), second).some(isTerminal);
    case 'poll':
      return polledFds(pid, first, Number(second)).some(isTerminal);
    case 'epoll':
      return epollFds(pid, Number(first)).some(isTerminal);
  }
}

/** `poll` and `epoll_wait` are given milliseconds, of which -1 is for ever; the others a pointer, or none. */
function isTimed({ name, number, args }: BlockedCall): boolean {
  if (name === 'read') return false;
  const limit = BigInt(args[name === 'select' ? 4 : name === 'poll' ? 2 : 3] ?? '0');
  const isPointer = name === 'select' || (name === 'poll' && number !== 7) || number === 441;
  return isPointer ? limit !== 0n : BigInt.asIntN(32, limit) >= 0n;
}

/** The descriptors that a select waits to read from; if its memory may not be read, all it could mean. */
function selectedFds(pid: number, count: number, address: string): readonly number[] {
  const all = Array.from({ length: Math.min(count, 1024) }, (_, fd) => fd);
  const set = memory(pid, address, Math.ceil(all.length / 64) * 8);
  return set ? all.filter((fd) => ((set[fd >> 3] ?? 0) >> (fd & 7)) & 1) : all;
}

function polledFds(pid: number, address: string, count: number): readonly number[] {
  const entries = memory(pid, address, Math.min(count, 1024) * 8);
  if (!entries) return [0];
  const fds: number[] = [];
  for (let at = 0; at + 8 <= entries.length; at += 8) {
    if (entries.readInt16LE(at + 4) & POLLIN) fds.push(entries.readInt32LE(at));
  }
  return fds;
}

function epollFds(pid: number, epoll: number): readonly number[] {
  const lines = (read(`/proc/${pid}/fdinfo/${epoll}`) ?? '').matchAll(/^tfd:\s*(\d+) events:\s*([0-9a-f]+)/gm);
  return [...lines].filter(([, , events = '']) => Number.parseInt(events, 16) & POLLIN).map(([, fd]) => Number(fd));
}

function memory(pid: number, address: string, length: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/mem`, 'r');
    const bytes = Buffer.alloc(length);
    return readSync(file, bytes, 0, length, BigInt(address)) === length ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function list(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The process that runs this program: what keeps a shell in becomes it, or stands above it. */
export function findProgram(root: number, program: string): number | undefined {
  const wanted = realpathSync(program);
  // The first process is the sandbox, which a shell of the same name may start.
  return descendants(root)
    ?.slice(1)
    .find((pid) => programOf(pid) === wanted);
}

function programOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}
