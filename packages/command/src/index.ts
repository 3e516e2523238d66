export type { Authority, Call } from './authority.ts';
export { boundText } from './bound.ts';
export {
  type Answered,
  type Command,
  type Declaration,
  defineCommand,
  type Effect,
  type EnvelopeMaker,
  type Rendering,
  type Run,
  type Tool,
  type TypedLines,
} from './command.ts';
export type { Contact, Form, FormAnswer } from './contact.ts';
export type { ContentPart } from './content.ts';
export { type Context, type Facts, throwIfAborted } from './context.ts';
export { describeCommand } from './describe.ts';
export { CommandError, type ErrorCode, type ErrorReport, isUsageError, type Retry, toCommandError } from './errors.ts';
export { readJsonLines } from './json-lines.ts';
export { type Keepable, Keeper } from './keep.ts';
export { defineModule, type Module } from './module.ts';
export { nearest } from './nearest.ts';
export {
  type Access,
  choice,
  flag,
  flagOn,
  integer,
  json,
  path,
  paths,
  shellLine,
  text,
  texts,
  url,
} from './parameters.ts';
export { projectFolders, projectRoot, realPath, resolvePath, somethingAt } from './paths.ts';
export { type Guests, type Place, Registry } from './registry.ts';
export { type CallerWith, expand, type Forward, type Outcome, runCommand, type Way } from './run.ts';
export { type Parameter, parametersOf, toFlag } from './schema.ts';
export { createSpillPath } from './spill.ts';
export { explainIssue, findParameter, validate } from './validate.ts';
