import { dirname, resolve } from 'node:path';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { CommandError, type Confinement, readRegularText } from '@helve/command';
import type { Allowances } from '@helve/network';
import { readConfig, type UtcpConfig } from './config.ts';
import type { CallTemplate, UtcpTool } from './manual-format.ts';
import type { CallEvent, Host, ToolResult } from './protocol.ts';
import { builtIn } from './built-in.ts';
import { type ProtocolLoaders, Protocols } from './protocols.ts';
import { type CallOptions, type Registration, ToolCaller } from './tool-caller.ts';

/** What a client is made with besides its config. */
export interface ClientSurroundings {
  /** Where relative paths start: those of the config's path, and without one those in the config. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The state folder, for output that is too long to be given back. */
  readonly home: string;
  /** Where relative paths in the config start; absent: its folder. */
  readonly rootDir?: string;
  readonly allow?: Allowances;
  /** What the operating system enforces on programs of `cli` tools; absent: nothing. */
  readonly confinement?: Confinement | undefined;
  /** Told of what is odd without being an error. */
  readonly onWarning?: (message: string) => void;
  /** Protocols beside our own. */
  readonly protocols?: ProtocolLoaders;
}

/** A UTCP client, in the words of the reference clients: both `callTool` and `call_tool` are there. */
export class UtcpClient {
  readonly #tools: ToolCaller;
  readonly #ended: AbortController;
  /** What became of the manuals of the config. */
  readonly registrations: readonly Registration[];

  private constructor(tools: ToolCaller, registrations: readonly Registration[], ended: AbortController) {
    this.#tools = tools;
    this.#ended = ended;
    this.registrations = registrations;
  }

  /** Makes a client and registers the manuals of its config: an object, or the path of a JSON file. */
  static async open(config: UtcpConfig | string, around: ClientSurroundings): Promise<UtcpClient> {
    const source = typeof config === 'string' ? resolve(around.cwd, config) : undefined;
    const root = resolve(around.cwd, around.rootDir ?? (source === undefined ? '.' : dirname(source)));
    const raw = source === undefined ? config : await readJson(source);
    const read = readConfig(raw, source ?? 'the config', root);
    const warn = around.onWarning ?? (() => {});
    read.warnings.forEach((warning) => warn(warning));
    const ended = new AbortController();
    const host: Host = {
      root,
      cwd: around.cwd,
      env: around.env,
      home: around.home,
      now: Date.now,
      signal: ended.signal,
      progress: () => {},
      warn,
      allow: around.allow ?? {},
      confinement: around.confinement,
    };
    const tools = new ToolCaller(read, new Protocols({ ...builtIn(host), ...around.protocols }), host);
    const registrations = await tools.registerConfigured();
    for (const { errors } of registrations) errors.forEach((error) => warn(error));
    return new UtcpClient(tools, registrations, ended);
  }

  /** Calls a tool, `manual.tool`, and gives its plain value. */
  async callTool(name: string, args: Readonly<Record<string, unknown>> = {}, options?: CallOptions): Promise<unknown> {
    return (await this.callToolInDetail(name, args, options)).value;
  }

  /** The same with all there is to know of how the value came about. */
  callToolInDetail(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options?: CallOptions,
  ): Promise<ToolResult> {
    return this.#tools.call(name, args, options);
  }

  /** What happens during a call, one after the other; the last is `{ type: 'result', value }`. Leaving it ends the call. */
  callToolStreaming(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): AsyncIterable<CallEvent> {
    const left = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
    const call = async (controller: ReadableStreamDefaultController<CallEvent>) => {
      try {
        const onEvent = (event: CallEvent) => controller.enqueue(event);
        const { value } = await this.#tools.call(name, args, { ...options, signal, onEvent });
        controller.enqueue({ type: 'result', value });
        controller.close();
      } catch (thrown) {
        if (!left.signal.aborted) controller.error(thrown);
      }
    };
    return new ReadableStream<CallEvent>({
      start: (controller) => void call(controller),
      cancel: () => left.abort(),
    });
  }

  /** Tools that fit a query, the best first, under their full names. */
  async searchTools(query: string, limit = 10, anyOfTags?: readonly string[]): Promise<readonly UtcpTool[]> {
    const found = this.#tools.search(query, { limit, ...(anyOfTags ? { anyOfTags } : {}) });
    return found.map(({ registered, tool }) => ({ ...tool, name: `${registered.name}.${tool.name}` }));
  }

  registerManual(template: CallTemplate): Promise<Registration> {
    return this.#tools.register(template, { checked: true });
  }

  registerManuals(templates: readonly CallTemplate[]): Promise<readonly PromiseSettledResult<Registration>[]> {
    return Promise.allSettled(templates.map((template) => this.#tools.register(template, { checked: true })));
  }

  /** Whether there was one of that name. */
  async deregisterManual(name: string): Promise<boolean> {
    return this.#tools.deregister(name);
  }

  /** Variables that a manual or its tools need and that have no value. */
  requiredVariables(manualName: string): Promise<readonly string[]> {
    return this.#tools.missingVariables(manualName);
  }

  /** Ends what runs, and the connections that were kept. */
  async close(): Promise<void> {
    this.#ended.abort(new CommandError('CANCELLED', 'The client was closed', { retry: 'never' }));
    await this.#tools.close();
  }

  call_tool = this.callTool.bind(this);
  call_tool_streaming = this.callToolStreaming.bind(this);
  search_tools = this.searchTools.bind(this);
  register_manual = this.registerManual.bind(this);
  register_manuals = this.registerManuals.bind(this);
  deregister_manual = this.deregisterManual.bind(this);
  get_required_variables_for_manual_and_tools = this.requiredVariables.bind(this);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(readRegularText(file));
  } catch (thrown) {
    throw new CommandError('INVALID_SETTINGS', `${file} cannot be read: ${(thrown as Error).message}`, {
      hint: 'Name a JSON file with a UTCP config.',
      cause: thrown,
    });
  }
}
