/**
 * Runs one `terminal exec` in a process of its own, for tests that kill or measure it. Its one argument is the JSON of
 * an ExecProcess. Prints what the run gave and how much memory it took, as one line of JSON.
 */
import { inWords, Registry, runCommand, toCommandError } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { terminalModule } from '../terminal/module.ts';
import type { ExecProcess } from './bundle.ts';

async function main({ cwd, home, before, input }: ExecProcess): Promise<void> {
  const exec = await new Registry([terminalModule]).get('terminal exec');
  const caller = sampleCaller({ cwd, env: process.env, home });
  for (const earlier of before) await runCommand(exec, earlier, caller);
  const start = process.memoryUsage().rss;
  let most = start;
  const measure = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const outcome = await runCommand(exec, input, caller).then(
    ({ data, warnings }) => ({ data, warnings: warnings.map((warning) => inWords(warning)) }),
    (thrown: unknown) => ({ error: toCommandError(thrown).report() }),
  );
  clearInterval(measure);
  process.stdout.write(`${JSON.stringify({ ...outcome, memory: most - start })}\n`);
}

void main(JSON.parse(process.argv[2] ?? '') as ExecProcess);
