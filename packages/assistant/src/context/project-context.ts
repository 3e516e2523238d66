import { platform } from 'node:os';
import type { Registry } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { TurnHooks } from '../loop/hooks.ts';
import { snapshotHooks } from '../rewind/hooks.ts';
import { contextHooks, modeHooks } from './context-hooks.ts';
import { Instructions } from './instructions.ts';
import { projectFacts } from './project-facts.ts';
import { systemPrompt, type SystemWords } from './system-prompt.ts';

export interface ProjectPlace {
  readonly registry: Registry;
  readonly caller: () => Caller;
  /** The model can ask the user whether to carry out what it planned. */
  readonly asksToCarryOut: boolean;
  /** The language of answers; asked when the system prompt is made. */
  readonly language: () => string | undefined;
  /** More folders that the user works in. */
  readonly folders: () => readonly string[];
}

/** What ties a conversation to a project: what the model is told of it, and what is kept of its files. */
export interface ProjectContext {
  /** The system prompt; `words` say who the model is, where that is somebody else than the assistant. */
  readonly system: (words?: SystemWords) => string;
  readonly hooks: readonly TurnHooks[];
  readonly instructions: Instructions;
}

export function projectContext(place: ProjectPlace): ProjectContext {
  const { registry, caller, language, asksToCarryOut, folders } = place;
  const {
    place: { cwd, home, env },
    host: { now = Date.now },
  } = caller();
  const permits = (path: string) => caller().authority.policy.permits('fs read', path, 'read');
  const instructions = new Instructions({ cwd, home, userHome: env.HOME ?? env.USERPROFILE, permits });
  return {
    instructions,
    system: (words) =>
      systemPrompt({
        ...words,
        cwd,
        folders: folders(),
        platform: platform(),
        date: new Date(now()).toISOString().slice(0, 10),
        language: language(),
        project: projectFacts(cwd, instructions.root),
        instructions: instructions.initial(),
      }),
    hooks: [contextHooks(instructions, { registry, caller }), modeHooks(caller, asksToCarryOut), snapshotHooks(caller)],
  };
}
