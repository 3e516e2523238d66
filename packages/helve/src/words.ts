import { GLOBAL_PARAMETERS } from '@helve/command/line';
import { type ProgramWord, runTerminal } from '@helve/doors';

/** The first argument that makes a process the service. Nobody types it. */
export const SERVICE_WORD = 'service-process';

/** Whether arguments are a prompt for the assistant in print mode; it begins with flags, as no command does. */
export function isPrint(args: readonly string[]): boolean {
  return args[0]?.startsWith('-') === true && (args.includes('-p') || args.includes('--print'));
}

/**
 * Whether arguments ask for the screen: none at all on a terminal, or flags of the assistant and no word. A line of a
 * command may also start with flags for every command, and has a word after them.
 */
export async function isScreen(args: readonly string[]): Promise<boolean> {
  if (args.length === 0) return process.stdin.isTTY && process.stdout.isTTY;
  const [first = ''] = args;
  if (!first.startsWith('-')) return false;
  if (!isGlobalFlag(first)) return true;
  // Two words in a row are no flag and its value: nothing has to be loaded to tell.
  if (args.some((arg, index) => index > 0 && !arg.startsWith('-') && !args[index - 1]?.startsWith('-'))) return false;
  return (await import('./print/flags.ts')).areScreenFlags(args);
}

function isGlobalFlag(argument: string): boolean {
  const [, dashes, name] = /^(--?)([^=]*)/.exec(argument) ?? [];
  return GLOBAL_PARAMETERS.some(({ flag, short }) => (dashes === '--' ? flag : short) === name);
}

/** Whether arguments ask to forget the user's settings. */
export function isReset(args: readonly string[]): boolean {
  return args[0] === '--reset';
}

/** Whether arguments ask for a check of the setup: its first word that is no flag or value of one. */
export function isDoctor(args: readonly string[]): boolean {
  const at = args.indexOf('doctor');
  return at >= 0 && args.slice(0, at).every((arg, index) => arg.startsWith('-') || args[index - 1]?.startsWith('-'));
}

/** First words that this program handles by itself. */
export const WORDS: readonly ProgramWord[] = [
  { name: 'acp', run: async (program) => (await import('./acp/acp.ts')).runAcp(program) },
  { name: 'connect', run: async (program) => (await import('./connect/connect.ts')).runConnect(program) },
  { name: 'docs', run: async (program) => (await import('./docs/docs.ts')).showDocs(program) },
  { name: 'tour', run: async (program, args) => (await import('./screen/screen.ts')).showTour(program, args) },
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
