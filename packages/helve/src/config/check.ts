import { checkAssistantSettings, pluginSettings } from '@helve/assistant';
import { browserSettings } from '@helve/browser';
import { enabledPlugins, type JsonObject, type Layer } from '@helve/settings';
import { serverSettings } from '@helve/toolbox';
import { checkScreenSettings } from '@helve/tui';

/** Gives what throws where a file of settings is not in order, in any of its parts. */
export async function settingsCheck(): Promise<(document: JsonObject, file: string) => void> {
  const [{ marketplacesOf }, { readRules }, { checkServers }] = await Promise.all([
    pluginSettings(),
    browserSettings(),
    serverSettings(),
  ]);
  return (document, file) => {
    const layer: Layer = { scope: 'user', file, foreign: false, document };
    checkAssistantSettings(document, file);
    checkScreenSettings(document, file);
    enabledPlugins([layer]);
    marketplacesOf([layer]);
    readRules(document, file);
    checkServers(document, file);
  };
}
