import type { CallTemplate, UtcpTool } from '../manual-format.ts';
import { findPlaceholders } from './placeholder.ts';
import { readTemplate } from './template.ts';

/** The name of the tool that a callable template is, where a caller gives none. */
const TOOL_NAME = 'call';

/**
 * Whether a cli manual template is itself a tool instead of a way to find some: it says so, or its commands take
 * arguments, which discovery has none of. Such commands are never run to find tools.
 */
export function isCallableTemplate(template: CallTemplate): boolean {
  if (template.call_template_type !== 'cli') return false;
  const { steps, callable } = readTemplate(template);
  return callable ?? steps.some(({ command }) => findPlaceholders(command).length > 0);
}

/** The tool that a callable template is: every argument that its commands name, as text. */
export function toolOfTemplate(template: CallTemplate, name = TOOL_NAME): UtcpTool {
  const { steps } = readTemplate(template);
  const names = [...new Set(steps.flatMap(({ command }) => findPlaceholders(command).map((each) => each.name)))];
  const commands = steps.map(({ command }) => command.replace(/\s+/g, ' ').trim()).join('; ');
  return {
    name,
    description: `Runs: ${commands.length > 200 ? `${commands.slice(0, 199)}…` : commands}`,
    inputs: {
      type: 'object',
      properties: Object.fromEntries(names.map((each) => [each, { type: 'string' }])),
      required: names,
    },
    outputs: {},
    tags: ['cli'],
    tool_call_template: template,
  };
}
