import { choice, defineCommand, inService, text } from '@helve/command';
import { MODES } from '@helve/policy';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';

export const start = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread start',
    summary: 'Give the assistant something to do in the background, with nobody to ask',
    effect: 'execute',
    input: v.object({
      prompt: text('What it should do', { large: true }),
      name: v.optional(text('What it is called; by itself the first words of the prompt')),
      model: v.optional(text('A model: an id, sonnet, opus, haiku, or provider/id')),
      mode: v.optional(choice(MODES, 'What it may do; what would have to be asked is denied')),
      agent: v.optional(text('The agent that does it, of those in .helve/agents and .claude/agents')),
    }),
    output: v.object(threadOutput),
    examples: ['helve thread start --prompt "Look for dead code" --name dead-code'],
    run: inService(async () => (await import('../../thread/threads.ts')).startThread(createCaller)),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
