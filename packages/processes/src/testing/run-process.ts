/** Runs a shell script in a process of its own, for tests that kill it. Its arguments are the script and how many runs come before. */
import { argv, env } from 'node:process';
import { runProgram } from '../run.ts';

async function main(script: string, before: number): Promise<void> {
  for (let count = 0; count < before; count++) await run('true');
  await run(script);
}

function run(script: string) {
  return runProgram({
    program: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: env.PATH ?? '' },
    outerRun: undefined,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    keepChildren: false,
    stdout: () => undefined,
    stderr: undefined,
  });
}

void main(argv[2] ?? '', Number(argv[3]));
