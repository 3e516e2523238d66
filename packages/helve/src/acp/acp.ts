import { EFFORTS } from '@helve/assistant';
import { choice, CommandError, flag, text, toCommandError } from '@helve/command';
import { defineWord, readWord } from '@helve/command/line';
import { describeError, type ExitCode, type TerminalProgram } from '@helve/doors';
import * as v from 'valibot';
import { createCaller, placeOf } from '../caller.ts';

export const ACP = defineWord({
  path: 'acp',
  summary: 'Serve the assistant to an editor over the Agent Client Protocol on standard input and output',
  globals: ['home', 'permissionMode', 'help'],
  input: v.object({
    model: v.optional(text('Model: an id, sonnet, opus, haiku, or provider/id')),
    effort: v.optional(choice(EFFORTS, 'How hard the model thinks')),
    draft: flag('Also offer the draft of version 2 of the protocol'),
    setup: flag('Ask for an API key on this terminal, store it and exit'),
  }),
  examples: ['helve acp', 'helve acp --model opus --permission-mode plan'],
});

/** `helve acp`: serves one editor until it leaves. Standard output has nothing but the protocol, so errors go elsewhere. */
export async function runAcp(program: TerminalProgram): Promise<ExitCode> {
  try {
    return await serve(program);
  } catch (thrown) {
    program.streams.writeError(`error: ${describeError(toCommandError(thrown))}\n`);
    return 2;
  }
}

async function serve({ registry, version, args, streams }: TerminalProgram): Promise<ExitCode> {
  const { input, globals } = await readWord(ACP, args);
  const place = await placeOf({ cwd: process.cwd(), env: process.env }, globals);
  if (input.setup) return (await import('./setup.ts')).askForKey(place);
  const pipes = streams.pipes?.();
  if (!pipes) throw new CommandError('UNAVAILABLE', 'Standard input and output are not available');
  // Whatever a library logs must not get between the messages.
  Object.assign(console, { log: console.error, info: console.error, debug: console.error });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const { serveAcp } = await import('@helve/acp');
  await serveAcp({
    version,
    registry,
    createCaller,
    cwd: place.cwd,
    env: process.env,
    home: place.home,
    warn: (notice) => streams.writeError(`warning: ${notice}\n`),
    request: {
      home: place.home,
      model: input.model,
      effort: input.effort,
      permissionMode: globals.permissionMode,
    },
    draft: input.draft,
    pipes,
    signal: stop.signal,
  });
  return 0;
}
