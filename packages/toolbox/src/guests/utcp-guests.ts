import type { Context, Place } from '@helve/command';
import * as v from 'valibot';
import { mcpConnections } from '../mcp/connections.ts';
import { timeLeft } from '../mcp/requests.ts';
import { SERVER_PROGRAMS } from '../mcp/server.ts';
import { findTool } from '../tool/commands.ts';
import { builtIn } from '../utcp/built-in.ts';
import type { UtcpTool } from '../utcp/manual-format.ts';
import { openTools } from '../utcp/open-tools.ts';
import type { CallEvent, ToolResult } from '../utcp/protocol.ts';
import type { ProtocolLoaders } from '../utcp/protocols.ts';
import { asWord, wordsFor } from './as-word.ts';
import type { Guest } from './guest-command.ts';
import type { GuestSource } from './guests.ts';

/** The manuals that are registered and were read before. */
export async function utcpSources(place: Place): Promise<readonly GuestSource[]> {
  const { tools, manuals } = await openTools({ place, ...SILENT }, 'none');
  const all = tools.manuals.flatMap(({ manual }) => manual.tools);
  const cli = all.some((tool) => typeOf(tool) === 'cli') ? await import('../utcp/cli/shell-line.ts') : undefined;
  return manuals.map(({ name, scope }): GuestSource => {
    const source = { name, kind: 'utcp', scope, summary: `Tools of the UTCP manual ${name}` } as const;
    const problem = tools.problemOf(name);
    if (problem) return { ...source, guests: () => [], problem };
    const own = tools.manuals.find((manual) => manual.name === name)?.manual.tools ?? [];
    const words = wordsFor(own.map((tool) => tool.name));
    const action = (tool: UtcpTool) => words.get(tool.name) ?? asWord(tool.name);
    return {
      ...source,
      guests: (module) => own.map((tool) => guestOf(tool, name, cli?.shellLine, { module, action: action(tool) })),
    };
  });
}

/** Looking at what is known says nothing and cannot be stopped half way. */
const SILENT = { now: Date.now, signal: new AbortController().signal, progress: () => {}, warn: () => {} };

type ShellLine = typeof import('../utcp/cli/shell-line.ts').shellLine;

function typeOf({ tool_call_template: { call_template_type: type } }: UtcpTool): string {
  return type;
}

function guestOf(
  tool: UtcpTool,
  manual: string,
  shellLine: ShellLine | undefined,
  names: Pick<Guest, 'module' | 'action'>,
): Guest {
  return {
    ...names,
    ownName: tool.name,
    description: tool.description,
    inputs: tool.inputs,
    output: v.object({ value: v.unknown(), detail: v.exactOptional(v.unknown()) }),
    render: { model: show, person: (result: ToolResult) => show(result, 2), brief: show },
    // An MCP server is kept from one call to the next.
    ...(typeOf(tool) === 'mcp' ? { kept: true, programs: SERVER_PROGRAMS } : {}),
    ...(typeOf(tool) === 'cli' && shellLine
      ? { shellLine: (args) => shellLine(tool.tool_call_template, args), programs: { foreign: true } }
      : {}),
    call: async (args, context, detailed) => {
      const { tools } = await openTools(context, 'unknown', manual, protocolsFor(tool, context));
      try {
        const { value, detail } = await tools.call(`${manual}.${tool.name}`, args, {
          checked: true,
          ...(context.deadline === undefined ? {} : { timeoutMs: timeLeft(context) }),
          onEvent: (event) => tell(event, context.progress),
        });
        return detailed && detail !== undefined ? { value, detail } : { value };
      } finally {
        await tools.close();
      }
    },
  };
}

/** What is told of a call while it goes on: its steps, and what it says of itself. */
function tell({ type, command, step, message }: CallEvent, progress: Context['progress']): void {
  if (type === 'step_started') progress(`Step ${Number(step) + 1}: ${String(command)}`);
  else if (typeof message === 'string') progress(message);
}

function show({ value, detail }: ToolResult, indent?: unknown): string {
  const shown = detail === undefined ? value : { value, detail };
  return typeof shown === 'string'
    ? shown
    : JSON.stringify(shown, null, typeof indent === 'number' ? indent : undefined);
}

function protocolsFor(tool: UtcpTool, context: Context): ProtocolLoaders {
  return builtIn({
    home: context.place.home,
    connections: typeOf(tool) === 'mcp' ? context.keep(mcpConnections) : undefined,
    run: async (path, args) => {
      const { command } = await findTool(await context.registry(), path);
      return context.call(command, args);
    },
  });
}
