import { choice, defineCommand, inService, text } from '@helve/command';
import { MODES } from '@helve/policy';
import * as v from 'valibot';
import type { CreateCaller } from '../../opening/host.ts';
import { lineOf, threadOutput, viewThread } from '../../thread/view.ts';

export const start = (createCaller: CreateCaller) =>
  defineCommand({
    path: 'thread start',
    summary: 'Start the assistant on a task in the background, without asking anyone',
    effect: 'execute',
    input: v.object({
      prompt: text('Instructions for the assistant', { large: true }),
      name: v.optional(text('Name of the thread (default: the first words of the prompt)')),
      model: v.optional(text('Model: an id, sonnet, opus, haiku, or provider/id')),
      mode: v.optional(choice(MODES, 'Permission mode; anything that needs approval is denied')),
      agent: v.optional(text('Agent definition from .helve/agents or .claude/agents')),
    }),
    output: v.object(threadOutput),
    examples: ['helve thread start --prompt "Look for dead code" --name dead-code'],
    run: inService(async () => (await import('../../thread/threads.ts')).startThread(createCaller)),
    render: { model: viewThread, person: viewThread, brief: lineOf },
  });
