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

/** First words that are this program's own. */
export const WORDS: readonly ProgramWord[] = [
  {
    name: '-p',
    usage: '-p "prompt" [--model M] [--output-format text|json|stream-json] …',
    summary: 'Ask the assistant, print its answer and end; helve -p --help says more',
    declaration: async () => (await import('./print/flags.ts')).PRINT,
    // For help only: print mode is recognised before any word is read.
    run: async () => 2,
  },
  {
    name: '--reset',
    usage: '--reset',
    summary: 'Move your settings aside and begin anew',
    run: async () => 2,
  },
  {
    name: 'tour',
    usage: 'tour',
    summary: 'See in two minutes what the assistant does: offline, in a scratch folder',
    run: async (program) => (await import('./screen/screen.ts')).showTour(program),
  },
  {
    name: 'replay',
    usage: 'replay <id> [--run-tools]',
    summary: 'Play a conversation again without a network; with --run-tools what was called is called again',
    declaration: async () => (await import('./replay/replay.ts')).REPLAY,
    run: async (program) => (await import('./replay/replay.ts')).runReplay(program),
  },
  {
    name: 'shell-init',
    usage: 'shell-init bash|zsh',
    summary: 'A script that lets your shell call the service without starting a process',
    run: async (program, args) => (await import('./shell-init/shell-init.ts')).printShellInit(program, args),
  },
  {
    name: 'doctor',
    usage: 'doctor [TOPIC]',
    summary: 'Find out what is wrong, and what to do about it',
    // Alone it means all there is.
    run: (program) => {
      const at = program.args.indexOf('doctor') + 1;
      return runTerminal({ ...program, args: program.args.toSpliced(at, 0, 'all') });
    },
  },
];
