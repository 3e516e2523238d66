import type { DoorWord } from '@helve/doors';

/** Help for the first words and flags that this program handles by itself. */
export const WORD_HELP: readonly DoorWord[] = [
  {
    name: '-p',
    usage: '-p "prompt" [--model M] [--output-format text|json|stream-json] …',
    summary: 'Ask the assistant, print its answer and exit; see helve -p --help',
    declaration: async () => (await import('./print/flags.ts')).PRINT,
  },
  { name: '--reset', usage: '--reset', summary: 'Back up your settings and start fresh' },
  { name: 'tour', usage: 'tour', summary: 'See what the assistant does in two minutes: offline, in a scratch folder' },
  {
    name: 'replay',
    usage: 'replay <id> [--run-tools]',
    summary: 'Play a conversation again without a network; with --run-tools its tools are called again',
    declaration: async () => (await import('./replay/replay.ts')).REPLAY,
  },
  {
    name: 'shell-init',
    usage: 'shell-init bash|zsh',
    summary: 'Print a script that lets your shell call the service without starting a process',
  },
  { name: 'doctor', usage: 'doctor [TOPIC]', summary: 'Check your setup and suggest fixes' },
];
