import type { BuiltIn } from './command.ts';

/** Slash commands that are a prompt. */
export const promptCommands: readonly BuiltIn[] = [
  {
    name: 'review',
    description: 'Review uncommitted changes',
    argumentHint: '[what to look at]',
    prompt: (args) =>
      `Review ${args.trim() === '' ? 'the uncommitted changes of this repository (git status, git diff)' : args.trim()}. ` +
      'Look for bugs, missing cases, unclear names and missing tests. Give findings by weight, each with path:line and what to do. Change nothing.',
  },
  {
    name: 'init',
    description: 'Write an AGENTS.md for this project',
    prompt: () =>
      'Look at this project and write AGENTS.md at its root for engineers and agents who are new to it: how to build, test and run one test, ' +
      'where things are, and the rules that the code follows but does not say. At most 40 lines, no commonplaces. If there is one, improve it.',
  },
];
