/**
 * Runs fs commands in a process of its own, for tests that need one to kill or to limit. Its one argument is a JSON
 * file with the folder and the calls to make. Prints what came of each call on a line. With `forever`, starts over at the end.
 */
import { readFileSync } from 'node:fs';
import { Registry, runCommand, toCommandError } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { fsModule } from '../fs/module.ts';
import type { CommandsProcess } from './bundle.ts';

async function main({ cwd, home, calls, forever }: CommandsProcess): Promise<void> {
  const registry = new Registry([fsModule]);
  const caller = sampleCaller({ cwd, env: {}, home });
  for (;;) {
    for (const [path, input] of calls) {
      const outcome = await runCommand(await registry.get(path), input, caller).then(
        ({ data }) => ({ data }),
        (thrown: unknown) => ({ error: toCommandError(thrown).report() }),
      );
      process.stdout.write(`${JSON.stringify(outcome)}\n`);
    }
    if (!forever) return;
  }
}

void main(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as CommandsProcess);
