import { type ProgramWord, runTerminal } from '@helve/doors';

/** The first argument that makes a process the service. Nobody types it. */
export const SERVICE_WORD = 'service-process';

/** Whether arguments are a prompt for the assistant in print mode; it begins with flags, as no command does. */
export function isPrint(args: readonly string[]): boolean {
  return args[0]?.startsWith('-') === true && (args.includes('-p') || args.includes('--print'));
}

/**
 * Whether arguments ask for the screen: none at all on a terminal, or flags of the assistant and no word. A line of a
 * command may also start with flags, but has a word behind them.
 */
export async function isScreen(args: readonly string[]): Promise<boolean> {
  if (args.length === 0) return process.stdin.isTTY && process.stdout.isTTY;
  if (!args[0]?.startsWith('-')) return false;
  // Two words in a row are no flag and its value: nothing has to be loaded to tell.
  if (args.some((arg, index) => index > 0 && !arg.startsWith('-') && !args[index - 1]?.startsWith('-'))) return false;
  return (await import('./print/flags.ts')).areScreenFlags(args);
}

/** Whether arguments ask to forget the user's settings. */
export function isReset(args: readonly string[]): boolean {
  return args[0] === '--reset';
}

/** First words that this program handles by itself. */
export const WORDS: readonly ProgramWord[] = [
  { name: 'tour', run: async (program) => (await import('./screen/screen.ts')).showTour(program) },
  { name: 'replay', run: async (program) => (await import('./replay/replay.ts')).runReplay(program) },
  {
    name: 'shell-init',
    run: async (program, args) => (await import('./shell-init/shell-init.ts')).printShellInit(program, args),
  },
  {
    name: 'doctor',
    // Alone it means all there is.
    run: (program) => {
      const at = program.args.indexOf('doctor') + 1;
      return runTerminal({ ...program, args: program.args.toSpliced(at, 0, 'all') });
    },
  },
];
