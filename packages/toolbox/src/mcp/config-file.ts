import { isObject, type JsonObject } from '../json.ts';
import { brokenAt, changeDocument, readDocument } from '@helve/settings';

export type Entries = JsonObject;

/** The `mcpServers` of a JSON file; undefined where there is no such file. A broken file is an error. */
export async function readEntries(file: string): Promise<Entries | undefined> {
  const document = readDocument(file);
  return document && entriesOf(document, file);
}

/** Changes the `mcpServers` of a JSON file and nothing else in it. `mode` is for a new file. Gives what they were and are. */
export async function changeEntries(
  file: string,
  change: (entries: Entries) => Entries,
  mode: number,
): Promise<{ readonly before: Entries | undefined; readonly after: Entries }> {
  const changeAll = (document: JsonObject | undefined) => ({
    ...document,
    mcpServers: change(document ? entriesOf(document, file) : {}),
  });
  const { before, after } = await changeDocument(file, changeAll, mode);
  return { before: before && entriesOf(before, file), after: entriesOf(after, file) };
}

export function entriesOf(document: JsonObject, file: string): Entries {
  const entries = document.mcpServers ?? {};
  if (isObject(entries)) return entries;
  throw brokenAt(file, ['mcpServers'], 'mcpServers must be an object with a server for each name');
}
