import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { constants } from 'node:os';
import { platform } from 'node:process';
import { Drain, takePipes } from '@helve/processes';
import type { Program, PtyOptions } from './pty.ts';

/** A program with nothing to read and no terminal, both of whose streams go into one pipe. */
export async function openPiped({ file, args, cwd, env, onData, onExit }: PtyOptions): Promise<Program> {
  const [pipe] = await takePipes(1, env);
  const output = pipe?.writeEnd ?? 'pipe';
  const child = spawn(file, [...args], {
    cwd,
    env: { ...env },
    stdio: ['ignore', output, output],
    detached: platform !== 'win32',
    windowsHide: true,
  });
  if (pipe) closeSync(pipe.writeEnd);
  await once(child, 'spawn');
  const streams = [pipe?.readEnd, child.stdout, child.stderr].filter(
    (stream) => stream !== null && stream !== undefined,
  );
  for (const stream of streams) {
    stream.on('data', (bytes: Buffer) => onData(asOnTerminal(bytes)));
    // The other end is gone; what came is kept.
    stream.on('error', () => {});
  }
  const drain = new Drain(streams);
  const end = async (exitCode: number | null, signal: NodeJS.Signals | null) => {
    await drain.settle();
    drain.end();
    onExit({ exitCode: exitCode ?? 0, signal: signal === null ? 0 : constants.signals[signal] });
  };
  child.once('exit', (exitCode, signal) => void end(exitCode, signal));
  return {
    pid: child.pid ?? 0,
    device: undefined,
    write: () => Promise.resolve(0),
    received: () => Promise.resolve(false),
    resize: () => {},
    pause: () => streams.forEach((stream) => stream.pause()),
    resume: () => streams.forEach((stream) => stream.resume()),
  };
}

/** Lines end as a terminal would have them end: that is how the output of sessions is kept. */
function asOnTerminal(bytes: Buffer): Buffer {
  if (!bytes.includes(0x0a)) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
}
