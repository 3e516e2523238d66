import type { ProgramWord } from '@helve/registry';

/** The first argument that makes a process the service. Nobody types it. */
export const SERVICE_WORD = 'service-process';

/** First words that are this program's own. */
export const WORDS: readonly ProgramWord[] = [
  {
    name: 'shell-init',
    usage: 'shell-init bash|zsh',
    summary: 'A script that lets your shell call the service without starting a process',
    run: async (program, args) => (await import('./shell-init/shell-init.ts')).printShellInit(program, args),
  },
];
