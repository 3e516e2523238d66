import { CommandError } from '@helve/command';
import * as v from 'valibot';
import type { ServerConfig } from './server.ts';

const Scalar = v.pipe(
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform((value) => String(value)),
);

/** What programs that use MCP write; keys that we do not know are theirs. */
const Entry = v.looseObject({
  type: v.optional(v.string()),
  transport: v.optional(v.string()),
  command: v.optional(v.string()),
  args: v.optional(v.array(Scalar), []),
  env: v.optional(v.record(v.string(), Scalar), {}),
  cwd: v.optional(v.string()),
  url: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), Scalar), {}),
});

const TYPES: Readonly<Record<string, ServerConfig['type']>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamable_http: 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

const SHAPES = 'A server is { "command": "…", "args": ["…"], "env": {…} } or { "type": "http", "url": "https://…" }.';

/** Reads one entry of `mcpServers`. */
export function readConfig(entry: unknown): ServerConfig {
  const parsed = v.safeParse(Entry, entry);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw broken(`${v.getDotPath(issue) ?? 'it'} must be ${issue.expected}, not ${issue.received}`);
  }
  const { command, args, env, cwd, url, headers } = parsed.output;
  const named = parsed.output.type ?? parsed.output.transport;
  const type = named === undefined ? (command === undefined ? 'http' : 'stdio') : TYPES[named];
  if (type === undefined) throw broken(`unknown transport ${JSON.stringify(named)}`, 'One of: stdio, http, sse.');
  if (type === 'stdio') {
    if (command === undefined || command === '') throw broken('it has no command');
    return { type, command, args, env, ...(cwd === undefined ? {} : { cwd }) };
  }
  if (url === undefined) throw broken('it has neither a command nor a url');
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw broken('its url is not an http or https address');
  return { type, url, headers };
}

/** What an entry would run or reach, as written, in one line. Nothing in it can pretend to be something else. */
export function showEntry(entry: unknown): string {
  const { command, args, url } = asRecord(entry);
  if (command === undefined) return url === undefined ? '' : quote(url);
  return [command, ...(Array.isArray(args) ? args : [])].map(quote).join(' ');
}

/** The same with all else that bears on what it does: its variables, headers and folder. */
export function showWholeEntry(entry: unknown): string {
  const { env, headers, cwd } = asRecord(entry);
  const more = Object.entries({ env, headers, cwd }).filter(([, value]) => value !== undefined);
  return [showEntry(entry), ...more.map(([key, value]) => `${key} ${JSON.stringify(value)}`)].join(', ');
}

function asRecord(entry: unknown): Readonly<Record<string, unknown>> {
  return typeof entry === 'object' && entry !== null ? { ...entry } : {};
}

function quote(word: unknown): string {
  const plain = typeof word === 'string' && /^[\w@%+=:,./${}?&#-]+$/.test(word);
  return plain ? word : JSON.stringify(word);
}

function broken(what: string, hint = SHAPES): CommandError {
  return new CommandError('INVALID_SETTINGS', what, { hint });
}
