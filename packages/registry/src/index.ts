export { type Command, type ContentPart, type Effect, defineCommand } from './command.ts';
export { type Context, throwIfAborted } from './context.ts';
export { CommandError, type ErrorCode, type ErrorReport, toCommandError } from './errors.ts';
export { type Module, defineModule } from './module.ts';
export { choice, flag, flagOn, integer, json, path, paths, text, texts } from './parameters.ts';
export { realPath, resolvePath } from './paths.ts';
export { OPEN_POLICY } from './policy/open.ts';
export { Registry } from './registry.ts';
export { type Caller, type Outcome, runCommand } from './run.ts';
