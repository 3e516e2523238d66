export type { PathVerdict } from './authority.ts';
export { boundText } from './bound.ts';
export { bytesToText, hasBytes, textToBytes } from './bytes-as-text.ts';
export { OWNER_VARIABLE, type Place, type ProcessId, type Reach } from './caller.ts';
export {
  type Command,
  defineCommand,
  type Effect,
  effectOf,
  inService,
  type Rendering,
  type Run,
  type Say,
  type Tool,
} from './command.ts';
export type { Confinement, NetworkAccess } from './confinement.ts';
export type { Contact, Form, FormAnswer } from './contact.ts';
export type { ContentPart } from './content.ts';
export { type Context, type Facts, throwIfAborted } from './context.ts';
export type { Editor, EditorProgram, EditorRun } from './editor.ts';
export { CommandError, type ErrorCode, type ErrorReport, type Retry, toCommandError } from './errors.ts';
export { explainIssue, type Parameter, parametersOf, validate } from './input.ts';
export { readJsonLines } from './json-lines.ts';
export type { Keepable } from './keep.ts';
export { makeFolder, makeFolderSync } from './make-folder.ts';
export type { Need } from './need.ts';
export { inexactNumberIn, isInexactNumber } from './exact-numbers.ts';
export { readAtMost } from './read-at-most.ts';
export { didYouMean, nearest } from './nearest.ts';
export {
  type Access,
  choice,
  flag,
  flagOn,
  flagOrUnset,
  integer,
  json,
  type JsonType,
  path,
  paths,
  shellLine,
  text,
  texts,
  toFlag,
  url,
} from './parameters.ts';
export { projectFolders, projectRoot, realPath, resolvePath, somethingAt } from './paths.ts';
export { kindOf, readFileIfAny, readRegularFile, readRegularText, readTextIfAny } from './regular-file.ts';
export { defineModule, type Module, Registry } from './registry.ts';
export { runCommand } from './run.ts';
export { createSpillPath } from './spill.ts';
export type { Programs, Subject, Touch } from './subject.ts';
export { compareVersions, isNewer } from './versions.ts';
export { withDetails } from './with-details.ts';
export { call, ifOffered, inWords, type Names, parameter, worded, type Wording } from './wording.ts';
