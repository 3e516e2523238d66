import { type ProgramWord, runTerminal } from '@helve/doors';

/** The first argument that makes a process the service. Nobody types it. */
export const SERVICE_WORD = 'service-process';

/** Whether arguments are a prompt for the assistant in print mode; it begins with flags, as no command does. */
export function isPrint(args: readonly string[]): boolean {
  return args[0]?.startsWith('-') === true && (args.includes('-p') || args.includes('--print'));
}

/** Flags with a value that say which conversation the screen shows, and how. */
const SCREEN_VALUES =
  /^(?:-r|--(?:resume|model|effort|language|permission-mode|allowed-tools|max-turns|max-cost|name|cwd|home))$/;
const SCREEN_FLAGS =
  /^(?:-c|--continue|--fork|--(?:resume|model|effort|language|permission-mode|allowed-tools|max-turns|max-cost|name|cwd|home)=.*)$/s;

/** Whether arguments ask for the screen: none at all on a terminal, or flags of the assistant and nothing else. */
export function isScreen(args: readonly string[]): boolean {
  if (args.length === 0) return process.stdin.isTTY && process.stdout.isTTY;
  return args.every(
    (arg, index) => SCREEN_FLAGS.test(arg) || SCREEN_VALUES.test(arg) || SCREEN_VALUES.test(args[index - 1] ?? ''),
  );
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
    // For help only: it stands before any word, and is looked for there.
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
    run: async (program, args) => (await import('./replay/replay.ts')).runReplay(program, args),
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
