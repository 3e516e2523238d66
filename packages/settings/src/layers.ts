import { brokenAt, type JsonObject, readDocument } from './document.ts';
import { findSettings, type LayerScope, type SettingsFile, type SettingsPlace } from './settings.ts';
import { unknownKey } from './unknown-key.ts';

/** One file of settings. */
export interface Layer extends SettingsFile {
  readonly document: JsonObject;
}

/** What settings may say, and whether a project's may. */
const KEYS: Readonly<Record<string, 'anywhere' | 'user'>> = {
  permissions: 'anywhere',
  sandbox: 'anywhere',
  env: 'anywhere',
  hooks: 'anywhere',
  lspServers: 'anywhere',
  model: 'anywhere',
  fallbackModels: 'anywhere',
  effort: 'anywhere',
  outputStyle: 'anywhere',
  language: 'anywhere',
  providers: 'anywhere',
  models: 'anywhere',
  retryMinutes: 'anywhere',
  stallSeconds: 'anywhere',
  compactAt: 'anywhere',
  verify: 'anywhere',
  offerTools: 'anywhere',
  codeMode: 'anywhere',
  apiKeyHelper: 'anywhere',
  enabledPlugins: 'anywhere',
  extraKnownMarketplaces: 'anywhere',
  // A project declares its servers in .mcp.json.
  mcpServers: 'user',
  mcpSampling: 'user',
  network: 'user',
  webSearch: 'user',
  browser: 'user',
  // How the screen looks and behaves is up to whoever sits before it.
  theme: 'user',
  editorMode: 'user',
  keybindings: 'user',
  statusLine: 'user',
  askBeforeCompact: 'user',
  notifications: 'user',
  screenReader: 'user',
};

/** What the files of settings for a place say. Whether a project may say it is checked once the user trusts its file. */
export function readLayers(place: SettingsPlace): readonly Layer[] {
  return findSettings(place).flatMap((found) => {
    const document = readDocument(found.file);
    if (!document) return [];
    if (!found.foreign) checkNames(found.file, document);
    return { ...found, document };
  });
}

/** Whether settings were written by somebody who may decide what runs, and not by a project. */
export function isOwn(scope: LayerScope): boolean {
  return scope === 'user' || scope === 'managed';
}

/** Throws where a file of a scope says what settings cannot say. */
export function checkKeys(scope: LayerScope, file: string, document: JsonObject): void {
  checkNames(file, document);
  const key = isOwn(scope) ? undefined : Object.keys(document).find((each) => KEYS[each] === 'user');
  if (key === undefined) return;
  const hint = key === 'mcpServers' ? 'A project declares its servers in .mcp.json.' : `Put it into yours.`;
  throw brokenAt(file, [key], `${key} can only be set in the user's settings`, hint);
}

function checkNames(file: string, document: JsonObject): void {
  for (const key of Object.keys(document)) {
    if (key !== '$schema' && !Object.hasOwn(KEYS, key)) throw unknownKey(file, [], key, Object.keys(KEYS));
  }
}
