import type { Run } from '@helve/command';
import { splitToolName } from './manual-format.ts';
import { openTools } from './open-tools.ts';
import type { FoundTool } from './repository.ts';
import type { Input, Output } from '../commands/utcp/info.ts';

/** All there is to know of a tool before calling it. */
export const info: Run<Input, Output> = async ({ tool: name }, context) => {
  const [manual] = splitToolName(name);
  const { tools } = await openTools(context, 'unknown', manual);
  try {
    const found = tools.find(name);
    return describe(name, found, await tools.missingVariables(manual, found.tool));
  } finally {
    await tools.close();
  }
};

function describe(name: string, { registered, tool }: FoundTool, missingVariables: readonly string[]): Output {
  return {
    name,
    description: tool.description,
    tags: [...tool.tags],
    inputs: { ...tool.inputs },
    outputs: { ...tool.outputs },
    protocol: tool.tool_call_template.call_template_type,
    manual: registered.name,
    missingVariables: [...missingVariables],
  };
}
