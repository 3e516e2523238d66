import * as v from 'valibot';
import { CommandError, type Declaration, flag, integer, text, valibotInput, validate } from '@helve/command';
import { ArgumentReader, explained, fromArguments, type Globals, isPrefix } from '@helve/command/line';

const DECLARATION = {
  path: 'mcp',
  input: valibotInput(
    v.object({
      tools: v.optional(text('Which tools to offer: sets separated by commas, all, or line'), 'cli,text'),
      http: flag('Serve Streamable HTTP on 127.0.0.1 instead of standard input and output'),
      port: v.optional(integer('The port for --http; 0 is any that is free', { min: 0, max: 65_535 }), 0),
      conformance: flag('Serve what the MCP conformance suite asks for, and nothing else'),
    }),
  ),
  examples: ['helve mcp --tools cli,text', 'helve mcp --http --port 8123', 'helve mcp --tools line'],
} satisfies Declaration;

export interface McpOptions {
  readonly tools: readonly string[];
  readonly http: boolean;
  readonly port: number;
  readonly conformance: boolean;
  readonly globals: Globals;
}

/** Reads what stands after `helve mcp`. */
export async function readMcpOptions(args: readonly string[]): Promise<McpOptions> {
  const reader = new ArgumentReader(fromArguments(args), 0);
  try {
    reader.readFlags(DECLARATION);
  } catch (thrown) {
    throw await explained(thrown);
  }
  const [stray] = reader.words
    .map(({ text }) => text)
    .filter((word, index) => !(index === 0 && isPrefix(word)))
    .slice(1);
  if (stray !== undefined) {
    throw new CommandError('INVALID_INPUT', `mcp does not understand ${stray}`, {
      hint: `For example: ${DECLARATION.examples[0]}`,
    });
  }
  const { input: given } = await validate(DECLARATION, reader.input);
  const tools = given.tools
    .split(',')
    .map((set) => set.trim())
    .filter((set) => set !== '');
  if (!given.http && 'port' in reader.input) {
    throw new CommandError('INVALID_INPUT', '--port is for --http', { hint: 'helve mcp --http --port 8123' });
  }
  return { ...given, tools, globals: reader.globals };
}
