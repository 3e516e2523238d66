/**
 * Owns sessions in a process of its own, for a test that kills it. Its one argument is the JSON of a SessionProcess.
 * Starts one session for each command, prints a line of JSON when all have started, and stays.
 */
import { Registry, runCommand } from '@helve/command';
import { Keeper } from '@helve/command/host';
import { sampleCaller } from '@helve/policy/testing';
import { terminalModule } from '../terminal/module.ts';
import type { SessionProcess } from './session-bundle.ts';

async function main({ cwd, home, commands }: SessionProcess): Promise<void> {
  const start = await new Registry([terminalModule]).get('terminal session start');
  const caller = sampleCaller({ cwd, env: process.env, home, keeper: new Keeper(home) });
  const started = await Promise.all(
    Object.entries(commands).map(([sessionId, command]) => runCommand(start, { sessionId, command }, caller)),
  );
  process.stdout.write(`${JSON.stringify(started.map(({ data }) => data))}\n`);
  setInterval(() => {}, 60_000);
}

void main(JSON.parse(process.argv[2] ?? '') as SessionProcess);
