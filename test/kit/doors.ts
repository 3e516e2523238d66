import { parseLine } from '@helve/command/line';
import { type LineResult, runLine } from '@helve/doors';
import { createCaller } from '../../packages/helve/src/caller.ts';
import { createRegistry } from '../../packages/helve/src/modules.ts';
import type { Sandbox } from './helve.ts';
import { connect, type Result } from './mcp.ts';
import { readToken } from './service.ts';

export const registry = createRegistry();

/** What a door answered, in one form for all. */
export interface Given {
  readonly ok: boolean;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly warnings: readonly string[];
}

/** The doors there are: each runs lines in a sandbox, one after the other, and gives the last answer in one form. */
export const DOORS: Readonly<
  Record<string, (sandbox: Sandbox, lines: readonly string[]) => Promise<Given | undefined>>
> = {
  line: async ({ dir, env }, lines) => {
    const caller = await createCaller(registry, {
      cwd: dir,
      env,
      defaultMode: 'bypassPermissions',
      by: 'person',
      defaultModeSource: 'the test',
    });
    return last(lines, async (line) => fromLine(await runLine(registry, line, caller)));
  },
  terminal: ({ run }, lines) => last(lines, async (line) => fromJson((await run('bash', ['-c', line])).stdout)),
  batch: async ({ helve }, lines) => {
    const { stdout } = await helve(['batch'], lines.join('\n'));
    return fromJson(stdout.trim().split('\n').at(-1) ?? '');
  },
  mcp: async (sandbox, lines) => {
    const calls = await Promise.all(lines.map(toolCall));
    // Where a person must approve, one does.
    const client = await connect(sandbox, ['--tools', 'all'], 'second', () => 'accept');
    try {
      return await last(calls, async (call) => call && fromTool(await client.call(call.name, call.input)));
    } finally {
      await client.close();
    }
  },
  utcp: async (sandbox, lines) => {
    if (!lines.every((line) => UTCP_MODULES.test(line))) return undefined;
    const { stdout } = await sandbox.helve(['service', 'start', '--port', '0']);
    for (const line of lines.slice(0, -1)) await sandbox.run('bash', ['-c', line]);
    return askUtcp(sandbox, JSON.parse(stdout).port, lines.at(-1) ?? '');
  },
};

/** Commands whose answers hang on nothing but the folder: a client of this door has no environment to hand over. */
const UTCP_MODULES = /^helve (?:fs|utcp|tool) /;

async function askUtcp({ dir, home }: Sandbox, port: number, line: string): Promise<Given | undefined> {
  const parsed = await parseLine(registry, line).catch(() => undefined);
  if (parsed?.kind !== 'command' || parsed.sources.length > 0) return undefined;
  // Nobody can be asked for approval through this door.
  if (parsed.command.approves?.(parsed.input)) return undefined;
  const path = parsed.command.path.replaceAll(' ', '/');
  const response = await fetch(`http://127.0.0.1:${port}/utcp/${path}?cwd=${encodeURIComponent(dir)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await readToken(home)}` },
    body: JSON.stringify(parsed.input),
  });
  const body = (await response.json()) as { readonly error?: unknown };
  return response.ok ? { ok: true, data: body, warnings: [] } : { ok: false, error: body.error, warnings: [] };
}

async function last<Item, Value>(items: readonly Item[], run: (item: Item) => Promise<Value>): Promise<Value> {
  let value: Value | undefined;
  for (const item of items) value = await run(item);
  return value as Value;
}

function fromJson(text: string): Given {
  const given = JSON.parse(text);
  // What a command of the service's life prints is the data itself.
  return 'ok' in given ? { warnings: [], ...given } : { ok: true, data: given, warnings: [] };
}

/** A line as a call of its command's tool; absent where the tool offers less than the line says. */
async function toolCall(line: string): Promise<{ readonly name: string; readonly input: object } | undefined> {
  const parsed = await parseLine(registry, line).catch(() => undefined);
  if (parsed?.kind !== 'command' || parsed.sources.length > 0) return undefined;
  const { path, tool } = parsed.command;
  const only: readonly string[] | undefined = tool?.only;
  if (only && Object.keys(parsed.input).some((name) => !only.includes(name))) return undefined;
  const rename: Readonly<Record<string, string | undefined>> = tool?.rename ?? {};
  const input = Object.entries(parsed.input).map(([name, value]) => [rename[name] ?? name, value]);
  const derived = path.replaceAll(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { name: tool?.name ?? derived, input: Object.fromEntries(input) };
}

function fromTool({ isError, structuredContent, _meta }: Result): Given {
  if (isError) return { ok: false, error: _meta?.['helve/error'], warnings: [] };
  return { ok: true, data: structuredContent, warnings: [] };
}

function fromLine({ data, error, warnings = [] }: LineResult): Given {
  if (!error) return { ok: true, data, warnings };
  const { type: _, ...report } = error;
  return { ok: false, error: report, warnings };
}
