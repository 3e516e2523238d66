import { flag, type Registry, toCommandError } from '@helve/command';
import { commandOf, defineWord, parseLine, readWord, withGlobals } from '@helve/command/line';
import type { Caller } from '@helve/policy';
import * as v from 'valibot';
import { type Answer, answer, formOf, toJsonLine } from './answer.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { renderHelp } from './help/help.ts';
import type { TerminalCaller, TerminalProgram } from './program.ts';

export const BATCH = defineWord({
  path: 'batch',
  summary: 'Run the lines of standard input, one JSON line of output each',
  input: v.object({ keepGoing: flag('Continue after a line that failed') }),
  examples: ['helve batch --keep-going < lines.txt'],
});

/** Runs each line of standard input and writes one JSON line for it, in order. Stops at the first failure. */
export async function runBatch(program: TerminalProgram, caller: TerminalCaller): Promise<ExitCode> {
  const { input } = await readWord(BATCH, program.args);
  const { registry, streams } = program;
  for (const notice of caller.notices) streams.writeError(`warning: ${notice}\n`);
  let worst: ExitCode = 0;
  for await (const line of streams.stdinLines(caller.reach.signal)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const given = await runOne(registry, line, caller);
    await streams.write(toJsonLine(given));
    if (given.ok && !given.reportsFailure) continue;
    worst = Math.max(worst, given.ok ? 1 : exitCodeOf(given.error)) as ExitCode;
    if (!input.keepGoing || caller.reach.signal?.aborted) break;
  }
  return caller.reach.signal?.aborted ? 130 : worst;
}

async function runOne(registry: Registry, line: string, caller: Caller): Promise<Answer> {
  try {
    const parsed = await parseLine(registry, line, (said) => withGlobals(caller, said).place);
    if (parsed.kind === 'command' || parsed.kind === 'explain') return await answer(registry, parsed, caller);
    const text = await (parsed.kind === 'help'
      ? renderHelp(parsed.registry, parsed.topic)
      : renderHelp(registry, [parsed.word]));
    return { ok: true, data: { text }, warnings: [], model: () => text, person: () => text, brief: () => 'Help' };
  } catch (thrown) {
    const form = await formOf(registry, commandOf(thrown));
    return { ok: false, error: toCommandError(thrown), warnings: [], ...form };
  }
}
