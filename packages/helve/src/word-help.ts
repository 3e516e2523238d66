import type { DoorWord } from '@helve/doors';
import { CLIENTS } from './connect/clients.ts';

/** Help for the first words and flags that this program handles by itself. */
export const WORD_HELP: readonly DoorWord[] = [
  {
    name: '',
    usage: '[-c] [-r ID] [--model M] …',
    summary: 'Open the assistant on the screen',
    declaration: async () => (await import('./print/flags.ts')).SCREEN,
  },
  {
    name: '-p',
    usage: '-p "prompt" [--model M] [--output-format text|json|stream-json] …',
    summary: 'Ask the assistant, print its answer and exit; see helve -p --help',
    declaration: async () => (await import('./print/flags.ts')).PRINT,
  },
  {
    name: '--reset',
    usage: '--reset',
    summary: 'Back up your settings and start fresh',
    declaration: async () => (await import('./reset.ts')).RESET,
  },
  {
    name: 'acp',
    usage: 'acp [--model M] [--effort low|medium|high|max] [--draft]',
    summary: 'Serve the assistant to an editor over the Agent Client Protocol on standard input and output',
    declaration: async () => (await import('./acp/acp.ts')).ACP,
  },
  {
    name: 'connect',
    usage: 'connect [CLIENT] [--check] [--project] [--remove] [--yes]',
    summary: 'Add helve to Claude Code, Codex, Cursor, VS Code, Zed and other MCP clients',
    choices: CLIENTS.map(({ name }) => name),
    declaration: async () => (await import('./connect/connect.ts')).CONNECT,
  },
  {
    name: 'docs',
    usage: 'docs [TOPIC]',
    summary: 'Show the documentation, page by page',
    declaration: async () => (await import('./docs/docs.ts')).DOCS,
  },
  {
    name: 'tour',
    usage: 'tour',
    summary: 'Watch a two-minute demonstration of the assistant, offline, in a temporary folder',
  },
  {
    name: 'replay',
    usage: 'replay <id> [--run-tools]',
    summary: 'Replay a conversation without a network; --run-tools calls its tools again',
    declaration: async () => (await import('./replay/replay.ts')).REPLAY,
  },
  {
    name: 'shell-init',
    usage: 'shell-init bash|zsh',
    summary: 'Print a script that lets your shell call the service without starting a process',
    choices: ['bash', 'zsh'],
  },
  { name: 'doctor', usage: 'doctor [TOPIC]', summary: 'Check your setup and suggest fixes' },
];
