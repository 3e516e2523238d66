import { CommandError } from '@helve/command';
import { isObject, type JsonObject } from '@helve/settings';
import { applyEdits, modify, parse as parseJson, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml, TomlError } from 'smol-toml';
import { type Client, SERVER } from './clients.ts';

/** The entry of helve in a client's configuration; undefined where there is none. */
export function readEntry(text: string, client: Client, file: string): unknown {
  const servers = readDocument(text, client, file)[client.servers];
  return isObject(servers) ? servers[SERVER] : undefined;
}

/** The configuration with another entry for helve, or without one; everything else stays as it was, comments too. */
export function withEntry(text: string, client: Client, file: string, entry: JsonObject | undefined): string {
  const servers = readDocument(text, client, file)[client.servers] ?? {};
  if (!isObject(servers)) throw broken(file, `${client.servers} is not a list of servers`);
  const changed = client.format === 'toml' ? withTable(text, client, entry) : withMember(text, client, entry);
  // An edit that would not give this entry, as in a TOML file that writes all servers as one value, must not be written.
  if (JSON.stringify(readEntry(changed, client, file)) !== JSON.stringify(entry)) {
    throw broken(file, `its ${client.servers} are written in a way that helve cannot edit`);
  }
  return changed;
}

function readDocument(text: string, { format }: Client, file: string): JsonObject {
  if (text.trim() === '') return {};
  const document = format === 'toml' ? readToml(text, file) : readJson(text, file);
  if (!isObject(document)) throw broken(file, 'it is not an object');
  return document;
}

function readJson(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const document: unknown = parseJson(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!error) return document;
  const line = text.slice(0, error.offset).split('\n').length;
  throw broken(file, `${printParseErrorCode(error.error)} in line ${line}`);
}

function readToml(text: string, file: string): unknown {
  try {
    return parseToml(text);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    throw broken(file, `${thrown.message.split('\n')[0]} in line ${thrown.line}`);
  }
}

function withMember(text: string, { servers }: Client, entry: JsonObject | undefined): string {
  const indent = /^(\t| +)["}]/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: indent !== '\t', tabSize: indent.length, eol: '\n' };
  const before = text.trim() === '' ? '{}\n' : text;
  return applyEdits(before, modify(before, [servers, SERVER], entry, { formattingOptions }));
}

/** Replaces the table of helve with its sub-tables, or adds it at the end. */
function withTable(text: string, { servers }: Client, entry: JsonObject | undefined): string {
  const isOwn = new RegExp(String.raw`^\s*\[\s*${servers}\s*\.\s*["']?${SERVER}["']?\s*[.\]]`);
  let own = false;
  const lines = text.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) own = isOwn.test(line);
    return !own;
  });
  const rest = lines.join('\n').trimEnd();
  const table = entry ? stringifyToml({ [servers]: { [SERVER]: entry } }).trim() : '';
  return [rest, table].filter(Boolean).join('\n\n') + '\n';
}

function broken(file: string, reason: string): CommandError {
  return new CommandError('INVALID_INPUT', `${file} cannot be changed: ${reason}`, {
    hint: 'Fix the file first, or add the server by hand. Nothing was written.',
    details: { path: file },
  });
}
