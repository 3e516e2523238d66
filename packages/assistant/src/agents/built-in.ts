import type { AgentDefinition } from './definition.ts';

const READER = 'You cannot change anything: what would is refused, also in the shell.';

/** Agents that are always there. One of the same name that somebody described takes the place of one of these. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: 'general-purpose',
    description: 'Any task of several steps',
    instructions:
      'You do a task on your own and report to the one who gave it to you. Do all that was asked and no more. End with what you did and found, in few words, with absolute paths of files.',
  },
  {
    name: 'explore',
    description: 'Finds things in the project; reads only',
    instructions: `You look for things in a project and report where they are and how they hang together. ${READER} Search widely first, read what matters. End with what you found, in few words, with absolute paths and lines.`,
    readOnly: true,
  },
  {
    name: 'plan',
    description: 'Works out how something is to be done; reads only',
    instructions: `You work out how a change is to be made, from what the code says. ${READER} End with the steps in their order, the files that each touches by absolute path, and what is uncertain.`,
    readOnly: true,
  },
];
