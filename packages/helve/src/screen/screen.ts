import { CommandError, type Registry, toCommandError } from '@helve/command';
import { describeError, type ExitCode, type TerminalProgram } from '@helve/doors';
import { runScreen, type ScreenProcess } from '@helve/tui';
import type { AssistantFlags } from '../print/flags.ts';
import { createHost } from './host.ts';

/** What flags say where there are none. */
export const NO_FLAGS: AssistantFlags = {
  prompt: '',
  help: false,
  version: false,
  outputFormat: 'text',
  inputFormat: 'text',
  partial: false,
  allowedTools: [],
  continueLatest: false,
  fork: false,
};

/** `helve`: the assistant on a screen. Gives the code to exit with. */
export async function showScreen(
  registry: Registry,
  args: readonly string[],
  { version, tour = false }: { readonly version: string; readonly tour?: boolean },
): Promise<number> {
  try {
    // The flags know the assistant, which is not needed for the first picture.
    const flags = args.length === 0 ? NO_FLAGS : await (await import('../print/flags.ts')).readScreenFlags(args);
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      throw new CommandError('INVALID_INPUT', tour ? 'The tour needs a terminal' : 'The screen needs a terminal', {
        hint: tour ? undefined : 'Without one, ask with: helve -p "…"',
      });
    }
    return await runScreen(await createHost(registry, flags, { version, tour }), screenProcess());
  } catch (thrown) {
    process.stderr.write(`error: ${describeError(toCommandError(thrown))}\n`);
    return 2;
  }
}

/** `helve tour`. */
export async function showTour({ registry, version }: TerminalProgram, args: readonly string[]): Promise<ExitCode> {
  const [unexpected] = args;
  if (unexpected !== undefined) {
    throw new CommandError('INVALID_INPUT', `helve tour takes no arguments, and got ${unexpected}`, {
      hint: 'Run: helve tour',
    });
  }
  return (await showScreen(registry, [], { version, tour: true })) === 0 ? 0 : 2;
}

function screenProcess(): ScreenProcess {
  return {
    input: process.stdin,
    output: process.stdout,
    onExit: (listener) => void process.once('exit', listener),
    onFault: (listener) => void process.on('uncaughtException', listener).on('unhandledRejection', listener),
    onSignal: (signal, listener) => void process.on(signal, listener),
    stopItself: () => void process.kill(process.pid, 'SIGTSTP'),
  };
}
