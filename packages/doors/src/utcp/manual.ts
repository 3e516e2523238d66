import type { Command } from '@helve/command';
import { describeCommand } from '@helve/command/host';

/**
 * How a client is to call the commands: by starting `helve` (`cli`), over the service's port (`http`), or in the process
 * that they are in (`direct-call`).
 */
export type ManualProtocol = 'cli' | 'http' | 'direct-call';

export const MANUAL_PROTOCOLS = ['cli', 'http', 'direct-call'] as const satisfies readonly ManualProtocol[];

export interface ManualOptions {
  readonly version: string;
  readonly protocol: ManualProtocol;
  /** For `http`: where the service listens, and the folder to work in. */
  readonly url?: string;
  readonly cwd?: string;
}

export interface OwnManual {
  readonly utcp_version: string;
  readonly manual_version: string;
  readonly tools: object[];
}

/** A UTCP manual of commands, in the form that every client reads. */
export function describeManual(commands: readonly Command[], options: ManualOptions): OwnManual {
  return {
    utcp_version: '1.0.0',
    manual_version: options.version,
    tools: commands
      .filter(({ path }) => options.protocol !== 'http' || !isOfService(path))
      .map((command) => describeTool(command, options)),
  };
}

/** Whether a command starts or stops the service. A service cannot stop or restart itself and answer. */
export function isOfService(path: string): boolean {
  return path.split(' ')[0] === 'service';
}

/** A command's name as a tool: `fs.read`, `terminal.session.start`. */
export function utcpName(path: string): string {
  return path.replaceAll(' ', '.');
}

/** The variable that holds the service's token; a client looks it up under the name that it gives the manual. */
export const TOKEN_VARIABLE = 'HELVE_TOKEN';

function describeTool(command: Command, options: ManualOptions): object {
  const { path, summary, effect, input, output } = describeCommand(command);
  const [module = ''] = path.split(' ');
  return {
    name: utcpName(path),
    description: command.tool?.guidance ?? `${summary}.`,
    inputs: options.protocol === 'direct-call' ? input : wrapped(input, options.protocol),
    outputs: output,
    tags: [module, effect],
    tool_call_template: templateFor(path, options),
  };
}

/**
 * Only a whole value can be handed over where a template has one place for each argument and none for those that are
 * left out: the parameters as one JSON text, or as the body of a request.
 */
function wrapped(input: object, protocol: 'cli' | 'http'): object {
  const parameter =
    protocol === 'http'
      ? input
      : {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: input,
          description: `The parameters as a JSON text: ${JSON.stringify(namesOf(input))}`,
        };
  const name = protocol === 'http' ? 'body' : 'params';
  return { type: 'object', properties: { [name]: parameter }, required: [name] };
}

function namesOf(input: object): Readonly<Record<string, string>> {
  const { properties = {}, required = [] } = input as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      `${typeof type === 'string' ? type : 'any'}${required.includes(name) ? '' : ', optional'}`,
    ]),
  );
}

function templateFor(path: string, { protocol, url = '', cwd }: ManualOptions): object {
  switch (protocol) {
    case 'direct-call':
      return { call_template_type: 'direct-call', callable_name: utcpName(path) };
    case 'http':
      return {
        call_template_type: 'http',
        http_method: 'POST',
        url: `${url}/utcp/${path.replaceAll(' ', '/')}${cwd === undefined ? '' : `?cwd=${encodeURIComponent(cwd)}`}`,
        content_type: 'application/json',
        body_field: 'body',
        auth: {
          auth_type: 'api_key',
          api_key: `Bearer \${${TOKEN_VARIABLE}}`,
          var_name: 'Authorization',
          location: 'header',
        },
      };
    case 'cli':
      return {
        call_template_type: 'cli',
        commands: [{ command: `helve tool call --tool ${utcpName(path)} --params UTCP_ARG_params_UTCP_END` }],
      };
  }
}
