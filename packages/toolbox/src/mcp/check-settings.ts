import { CommandError } from '@helve/command';
import { brokenAt, type JsonObject } from '@helve/settings';
import { entriesOf } from './config-file.ts';
import { readConfig } from './read-config.ts';

/** Throws where `mcpServers` of a file of settings are not in order. */
export function checkServers(document: JsonObject, file: string): void {
  for (const [name, entry] of Object.entries(entriesOf(document, file))) {
    // What stands for a variable can only be judged with its value.
    if (JSON.stringify(entry).includes('${')) continue;
    try {
      readConfig(entry);
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      throw brokenAt(file, ['mcpServers', name], `mcpServers.${name}: ${thrown.message}`, thrown.hint);
    }
  }
}
