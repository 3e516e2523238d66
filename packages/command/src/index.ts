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
  type Preview,
  type Rendering,
  type Run,
  type Tool,
} from './command.ts';
export {
  type CallerWith,
  type Forward,
  type ForwardedFrom,
  type Host,
  type Outcome,
  type Place,
  type Reach,
  type Way,
  withReach,
} from './caller.ts';
export type { Confinement } from './confinement.ts';
export type { Contact, Form, FormAnswer } from './contact.ts';
export type { ContentPart } from './content.ts';
export { type Context, type Facts, throwIfAborted } from './context.ts';
export { describeCommand } from './describe.ts';
export {
  CommandError,
  type ErrorCode,
  type ErrorReport,
  type ErrorWording,
  isUsageError,
  type Retry,
  toCommandError,
} from './errors.ts';
export {
  explainIssue,
  findParameter,
  type InputSchema,
  type Parameter,
  parametersOf,
  type Parsed,
  type Problem,
  valibotInput,
  validate,
} from './input.ts';
export { readJsonLines } from './json-lines.ts';
export { type Keepable, Keeper } from './keep.ts';
export { type Answered, defineModule, type EnvelopeMaker, type Guests, type Module, Registry } from './registry.ts';
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
export { runCommand, runForwarded } from './run.ts';
export type { Subject, Touch, TypedLines } from './subject.ts';
export { createSpillPath } from './spill.ts';
export { withDetails } from './with-details.ts';
export { asFlag, parameter, type Wording, worded } from './wording.ts';
export { compareVersions, isNewer } from './versions.ts';
