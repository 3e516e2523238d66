export type { Authority, Call } from './authority.ts';
export { boundText } from './bound.ts';
export {
  type Command,
  type Declaration,
  defineCommand,
  type Effect,
  effectOf,
  greatestEffect,
  inKeeper,
  type InputOf,
  inService,
  type OutputOf,
  type Rendering,
  type Run,
  type Tool,
} from './command.ts';
export type { CallerWith, Forward, ForwardedFrom, Host, Outcome, Place, Reach, Way } from './caller.ts';
export type { Confinement } from './confinement.ts';
export type { Contact, Form, FormAnswer } from './contact.ts';
export type { ContentPart } from './content.ts';
export { type Context, type Facts, throwIfAborted } from './context.ts';
export { describeCommand } from './describe.ts';
export { CommandError, type ErrorCode, type ErrorReport, isUsageError, type Retry, toCommandError } from './errors.ts';
export { explainIssue, type InputSchema, type Parsed, type Problem, valibotInput } from './input.ts';
export { readJsonLines } from './json-lines.ts';
export { type Keepable, Keeper } from './keep.ts';
export { type Answered, defineModule, type EnvelopeMaker, type Module } from './module.ts';
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
export { type Guests, Registry } from './registry.ts';
export { runCommand, runForwarded } from './run.ts';
export { type Parameter, parametersOf } from './schema.ts';
export type { Subject, Touch, TypedLines } from './subject.ts';
export { createSpillPath } from './spill.ts';
export { findParameter, validate } from './validate.ts';
export { asFlag, parameter, toFlag, type Wording, worded } from './wording.ts';
export { compareVersions, isNewer } from './versions.ts';
