export { boundText } from './bound.ts';
export {
  type Answered,
  type Command,
  defineCommand,
  type Effect,
  type EnvelopeMaker,
  type Run,
  type Tool,
} from './command.ts';
export { type Executable, isTrusted, revoke, trust } from './consent.ts';
export type { Contact, Form, FormAnswer } from './contact.ts';
export type { ContentPart } from './content.ts';
export { type Context, type Facts, throwIfAborted } from './context.ts';
export { describeCommand, type Description } from './describe.ts';
export { callTool, type ToolAnswer } from './doors/agent.ts';
export { describeError } from './doors/answer.ts';
export { type ExitCode, exitCodeOf } from './doors/exit-code.ts';
export { runLine } from './doors/line.ts';
export type { LineError, LineResult } from './doors/line-result.ts';
export type { ProgramWord, TerminalCaller, TerminalProgram } from './doors/program.ts';
export type { Streams } from './doors/streams.ts';
export { runTerminal } from './doors/terminal.ts';
export { CommandError, type ErrorCode, type ErrorReport, type Retry, toCommandError } from './errors.ts';
export { withFileLock } from './file-lock.ts';
export { HomeFile } from './home-file.ts';
export { formatLine } from './line/format.ts';
export { type Globals, RESERVED_NAMES } from './line/globals.ts';
export { usageLine, valueName } from './help/help.ts';
export { type Invocation, parseLine } from './line/parse.ts';
export { isHelveLine } from './line/prefix.ts';
export { readJsonLines } from './json-lines.ts';
export { quoteWord } from './line/quote.ts';
export { type Keepable, Keeper } from './keep.ts';
export { makeFolder } from './make-folder.ts';
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
export { realPath, resolvePath } from './paths.ts';
export { pluginContent } from './plugins/plugin-content.ts';
export { type PluginSource, type PluginState, pluginState } from './plugins/plugin-state.ts';
export { enabledPlugins, isPluginTrusted, type Plugin, type UsablePlugins, usablePlugins } from './plugins/plugins.ts';
export { MANIFEST, PluginName, type PluginParts, readPlugin } from './plugins/read-plugin.ts';
export {
  describeManual,
  MANUAL_PROTOCOLS,
  type ManualProtocol,
  type OwnManual,
  utcpName,
} from './doors/utcp/manual.ts';
export { createPolicy, type PolicySettings } from './policy/create.ts';
export { OPEN_POLICY, openPolicy } from './policy/open.ts';
export { refusedTools } from './policy/conversation-tools.ts';
export { type Answer, type Ask, type Decision, MODES, type Mode, type Policy, type Question } from './policy/policy.ts';
export { parseRule, type Rule } from './policy/rule.ts';
export { commandText, plainWord, type ShellLine, unknownWord } from './policy/shell/line.ts';
export { readOptions } from './policy/shell/options.ts';
export { commonName, type Program, programNamed, type Runner } from './policy/shell/programs.ts';
export { proposeRules } from './policy/propose.ts';
export { findUselessRules } from './policy/useless.ts';
export { type Touch, touchesOf } from './policy/touches.ts';
export { type Guests, type Place, Registry } from './registry.ts';
export { type Caller, type Forward, type Outcome, runCommand, type Way } from './run.ts';
export { type Parameter, parametersOf } from './schema.ts';
export { inputFromArguments, inToolWords, neededParameters, offeredParameters } from './doors/tool-input.ts';
export { changeDocument } from './settings/change.ts';
export { changeSettings } from './settings/change-settings.ts';
export { brokenAt, isObject, type JsonObject, readDocument } from './settings/document.ts';
export { environmentOf } from './settings/environment.ts';
export { projectRoot, type Scope, settingsFile, userSettings } from './settings/files.ts';
export { type Layer, readLayers } from './settings/layers.ts';
export { leftOutNotices } from './settings/left-out.ts';
export { toolOf } from './doors/mcp/command-tools.ts';
export { MODEL_FOLDERS, modelFileConsent, modelFolderOf, reviewModelFolder } from './settings/model-files.ts';
export { permissionsOf } from './settings/permissions.ts';
export { readSettings, type Settings } from './settings/settings.ts';
export { isProjectSettings, type Reviewed, reviewDocument, reviewSettings } from './settings/trust.ts';
export { unknownKey } from './settings/unknown-key.ts';
export { createSpillPath } from './spill.ts';
export { ensureToken, readToken, type TokenFile } from './token-file.ts';
export { explainIssue } from './validate.ts';
export { compareVersions, isNewer } from './versions.ts';
