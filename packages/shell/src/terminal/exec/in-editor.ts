import { type Context, type Editor, throwIfAborted } from '@helve/command';
import type { RunEnd } from '@helve/processes';
import type { Input, Output } from '../../commands/terminal/exec.ts';
import { warnOfWithheld } from '../exec.ts';
import { prepareRun } from './prepare.ts';
import { recordRun, statusOf } from './record-run.ts';
import { Streams } from './streams.ts';
import { TIMEOUT_SUGGESTION } from './suggestion.ts';

/** Runs a command in a terminal of the caller's editor, where the user watches it. It prints to one stream there. */
export async function execInEditor(
  input: Input,
  context: Context,
  { run, callId }: { readonly run: NonNullable<Editor['run']>; readonly callId: string },
): Promise<Output> {
  const { program, args, workingDirectory, variables, withheld, secrets, hidden, release } = await prepareRun(
    input,
    context,
  );
  try {
    const begun = context.now();
    // The terminal has the editor's own environment: what is withheld must be taken away there.
    const [first = program, ...rest] = [...withoutVariables(withheld), program, ...args];
    const ran = await run(
      {
        callId,
        program: first,
        args: rest,
        cwd: workingDirectory,
        env: definedOnly(variables),
        timeoutMs: input.timeoutSeconds * 1000,
      },
      context.signal,
    );
    throwIfAborted(context.signal);
    const end: RunEnd = {
      outcome: ran.timedOut ? 'timeout' : 'exited',
      exitCode: ran.exitCode,
      signal: ran.signal as RunEnd['signal'],
      seconds: (context.now() - begun) / 1000,
      leftRunning: [],
      stopped: [],
      outputOpen: false,
      survivors: [],
    };
    await recordRun(end, {
      command: input.command ?? input.script ?? '',
      workingDirectory,
      variables: { ...context.place.env, ...variables },
      secrets,
      context,
    });
    const streams = new Streams(context, undefined, hidden);
    await streams.stdout(Buffer.from(ran.truncated ? `[the beginning is missing]\n${ran.output}` : ran.output));
    await streams.flush();
    const { texts, notes } = await streams.finish(input.raw);
    warnOfWithheld(withheld, input, texts.stdout, context);
    return {
      ...statusOf(end),
      ...texts,
      merged: true,
      duration: end.seconds,
      workingDirectory,
      ...(ran.timedOut ? { suggestion: TIMEOUT_SUGGESTION } : {}),
      ...notes,
    };
  } finally {
    release();
  }
}

function withoutVariables(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : ['env', ...names.flatMap((name) => ['-u', name])];
}

function definedOnly(variables: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
