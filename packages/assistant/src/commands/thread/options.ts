import { choice, flag, integer, text } from '@helve/command';
import { MODES } from '@helve/policy';
import * as v from 'valibot';

export const THREAD_ID = text('Id of the thread, the start of it, or its name');

/** How a new thread runs. */
export const THREAD_OPTIONS = {
  name: v.optional(text('Name of the thread (default: the first words of the prompt)')),
  model: v.optional(text('Model: an id, sonnet, opus, haiku, or provider/id')),
  mode: v.optional(choice(MODES, 'Permission mode; anything that needs approval is denied')),
  agent: v.optional(text('Agent definition from .helve/agents or .claude/agents')),
  asks: flag('Wait for an answer where approval is needed, instead of denying'),
  priority: v.optional(integer('Threads with a higher number run first (default: 0)', { min: -100, max: 100 })),
  worktree: flag('Work in a git worktree of its own, on a new branch'),
  schedule: v.optional(text('Start a new thread at these times, as in cron: "0 9 * * 1-5"')),
  maxTurns: v.optional(integer('Most requests to the model, in all', { min: 1 })),
  maxCost: v.optional(
    v.pipe(
      v.number(),
      v.check((dollars) => dollars >= 0, 'must be at least 0'),
      v.description('Most US dollars that may be spent, in all'),
      v.metadata({ min: 0 }),
    ),
  ),
};

/** The same with the parameter names of other tools. */
export const SEED_OPTIONS = {
  task: text('Instructions for the assistant', { large: true }),
  agent: v.optional(text('Agent definition to use')),
};
