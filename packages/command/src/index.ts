export { boundText } from './bound.ts';
export type { Place, Reach } from './caller.ts';
export {
  type Command,
  defineCommand,
  type Effect,
  effectOf,
  inKeeper,
  inService,
  type Rendering,
  type Run,
  type Tool,
} from './command.ts';
export type { Confinement } from './confinement.ts';
export type { Contact, Form, FormAnswer } from './contact.ts';
export type { ContentPart } from './content.ts';
export { type Context, type Facts, throwIfAborted } from './context.ts';
export { CommandError, type ErrorCode, type ErrorReport, type Retry, toCommandError } from './errors.ts';
export { explainIssue, type Parameter, parametersOf, validate } from './input.ts';
export { readJsonLines } from './json-lines.ts';
export type { Keepable } from './keep.ts';
export { didYouMean, nearest } from './nearest.ts';
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
  toFlag,
  url,
} from './parameters.ts';
export { projectFolders, projectRoot, realPath, resolvePath, somethingAt } from './paths.ts';
export { defineModule, type Module, Registry } from './registry.ts';
export { runCommand } from './run.ts';
export { createSpillPath } from './spill.ts';
export type { Subject, Touch } from './subject.ts';
export { compareVersions, isNewer } from './versions.ts';
export { withDetails } from './with-details.ts';
export { parameter, worded, type Wording } from './wording.ts';
