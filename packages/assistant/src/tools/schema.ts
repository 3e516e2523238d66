import { type Command, type Parameter, parametersOf, type Tool } from '@helve/command';
import { neededParameters, offeredParameters } from '@helve/doors';

/** JSON Schema of a tool's input, in few words: it is sent with every request. */
export function inputSchema(command: Command, tool: Tool): Readonly<Record<string, unknown>> {
  const offered = offeredParameters(command, tool);
  const parameters = parametersOf(command).filter(({ name }) => offered.has(name));
  const shown = ({ name }: Parameter) => offered.get(name) ?? name;
  const required = neededParameters(command, tool).map(shown);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [shown(parameter), schemaOf(parameter)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function schemaOf({ type, list, options, description }: Parameter): object {
  const says = { description };
  if (type === 'choice') return { enum: options, ...says };
  if (list === 'texts') return { type: 'array', items: { type: 'string' }, ...says };
  // Whatever is more than that is for lines: no core tool offers it.
  return { type: type === 'json' ? (list ? 'array' : 'object') : type, ...says };
}
