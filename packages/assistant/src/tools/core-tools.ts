import { bash } from './bash.ts';
import { CORE_COMMANDS } from './core-names.ts';
import { commandTool } from './command-tool.ts';
import { withFamiliarArguments } from './familiar-arguments.ts';
import { todo } from './todo.ts';
import type { ModelTool } from './tool.ts';

/** What a model is offered from the first request on. */
export const CORE_TOOLS: readonly ModelTool[] = [
  ...Object.entries(CORE_COMMANDS).map(([path, tool]) => withFamiliarArguments(commandTool(path, tool))),
  withFamiliarArguments(bash),
  todo,
];
