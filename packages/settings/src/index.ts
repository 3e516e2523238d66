export { Approvals, type ApprovalsOptions } from './approvals.ts';
export { sandboxOf } from './sandbox.ts';
export { checksContent, checksIn, INSTRUCTION_FILES, isInstructionFile, reviewInstructions } from './checks.ts';
export { changeSettings } from './change-settings.ts';
export { changeDocument, changeText } from './change.ts';
export { isTrusted, revoke, trust } from './consent.ts';
export { brokenAt, isObject, type JsonObject, readDocument } from './document.ts';
export { environmentOf } from './environment.ts';
export {
  claudeFolder,
  type LayerScope,
  readSettings,
  type Scope,
  type Settings,
  settingsFile,
  userSettings,
} from './settings.ts';
export { takeFileLock, type TakenLock, tryFileLock, withFileLock } from './home/file-lock.ts';
export { HomeFile } from './home/home-file.ts';
export { identityOf } from './home/process-identity.ts';
export { ensureToken, readToken, type TokenFile } from './home/token-file.ts';
export { isOwn, type Layer, readLayers } from './layers.ts';
export { leftOutNotices } from './left-out.ts';
export { MODEL_FOLDERS, modelFileConsent, modelFolderOf, reviewModelFolder } from './model-files.ts';
export { permissionsOf } from './permissions.ts';
export { pluginContent } from './plugins/plugin-content.ts';
export { type PluginSource, pluginState, type PluginState } from './plugins/plugin-state.ts';
export { enabledPlugins, isPluginTrusted, type Plugin, usablePlugins } from './plugins/plugins.ts';
export { ENTRY, MANIFEST, PluginName, type PluginParts, readPlugin } from './plugins/read-plugin.ts';
export { isProjectSettings, type Reviewed, reviewSettings } from './trust.ts';
export { unknownKey } from './unknown-key.ts';
