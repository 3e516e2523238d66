import { CommandError, type Registry } from '@helve/command';
import { runLine } from '../line.ts';
import type { ToolAnswer } from '../agent.ts';
import type { OfferedTool } from './offered-tool.ts';
import { annotate } from './tool-schema.ts';

/** One tool for everything: it takes a line, and the line `helve help` says what there is. */
export function lineTool(registry: Registry): OfferedTool {
  return {
    name: 'helve',
    declare: () => ({
      name: 'helve',
      description: describe(registry),
      inputSchema: {
        type: 'object',
        properties: { line: { type: 'string', description: 'helve <module> <action> --flag value' } },
        required: ['line'],
      },
      annotations: annotate('execute'),
    }),
    call: async ({ line, ...rest }, caller) => {
      const [stray] = Object.keys(rest);
      if (typeof line !== 'string' || stray !== undefined) return { ok: false, error: wrongArguments(stray) };
      const { llmContent, returnDisplay, error } = await runLine(registry, line, caller);
      if (!error) return { ok: true, content: llmContent, brief: returnDisplay };
      return failure(error);
    },
  };
}

function describe(registry: Registry): string {
  const modules = registry.modules.map(({ name }) => name).join(', ');
  return [
    'Runs one helve command line in-process, without a shell: no pipes, &&, > or $().',
    `Modules: ${modules}. Help: "helve help", "helve help fs", "helve help fs read".`,
    'Examples: helve fs read --path src/a.ts --offset 1 --limit 50 | helve fs grep --query TODO | helve git status.',
    'Quote values with spaces; add --json for data.',
  ].join('\n');
}

function wrongArguments(stray: string | undefined): CommandError {
  return new CommandError(
    'INVALID_INPUT',
    stray === undefined ? 'helve needs line, a text' : `helve has no parameter ${JSON.stringify(stray)}`,
    { hint: 'It takes line: {"line": "helve fs list --path ."}' },
  );
}

function failure(error: NonNullable<Awaited<ReturnType<typeof runLine>>['error']>): ToolAnswer {
  const { code, message, hint, retry, details } = error;
  return { ok: false, error: new CommandError(code, message, { hint, retry, details }) };
}
