import * as v from 'valibot';
import { CommandError, flag, integer, parameter, text, worded } from '@helve/command';
import { defineWord, type Globals, readWord } from '@helve/command/line';

export const MCP = defineWord({
  path: 'mcp',
  summary: 'Offer commands as tools to an MCP client, on standard input and output or on 127.0.0.1',
  input: v.object({
    tools: v.optional(text('Which tools to offer: sets separated by commas, all, or line'), 'cli,text'),
    http: flag('Serve Streamable HTTP on 127.0.0.1 instead of standard input and output'),
    port: v.optional(integer('The port for --http; 0 is any that is free', { min: 0, max: 65_535 }), 0),
    sandbox: flag('Run programs in the sandbox only'),
    conformance: flag('Serve what the MCP conformance suite asks for, and nothing else'),
  }),
  examples: [
    'helve mcp --tools cli,text',
    'helve mcp --sandbox',
    'helve mcp --http --port 8123',
    'helve mcp --tools line',
  ],
});

export interface McpOptions {
  readonly tools: readonly string[];
  readonly http: boolean;
  readonly port: number;
  /** Programs of all calls run in the sandbox, or not at all. */
  readonly sandbox: boolean;
  readonly conformance: boolean;
  readonly globals: Globals;
}

/** Reads the flags of `helve mcp`. */
export async function readMcpOptions(args: readonly string[]): Promise<McpOptions> {
  const { input, given, globals } = await readWord(MCP, args);
  if (!input.http && given.has('port')) {
    throw new CommandError('INVALID_INPUT', worded`${parameter('port')} is for ${parameter('http')}`, {
      example: 'helve mcp --http --port 8123',
    });
  }
  const tools = input.tools
    .split(',')
    .map((set) => set.trim())
    .filter((set) => set !== '');
  if (tools.length === 0 && !input.conformance) {
    throw new CommandError('INVALID_INPUT', worded`${parameter('tools')} names no set of tools`, {
      hint: 'Name one or more sets, separated by commas: cli, text, git, all, or line alone.',
      example: 'helve mcp --tools cli,text',
    });
  }
  return { ...input, tools, globals };
}
