import { pathToFileURL } from 'node:url';
import {
  type CallToolResult,
  Client,
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { call, CommandError, type Contact, throwIfAborted, worded } from '@helve/command';
import * as v from 'valibot';
import { answerElicitation, answerSampling, type CallOptions, requestOptions, withLimit } from './requests.ts';
import { toServerError } from './server-error.ts';
import { StdioTransport } from './stdio-transport.ts';
import { Tail } from './tail.ts';
import { createTransport, type TransportPlan } from './transport.ts';
import { type McpTool, readMcpTool } from './tool.ts';
import type { ToolList } from './tool-cache.ts';

export interface ConnectionPlan extends TransportPlan {
  readonly connectMs: number;
  /** Told of the tools when they were listed, at first and after a change. */
  readonly onTools: (list: ToolList) => Promise<void>;
  readonly now: () => number;
  readonly onEnd: (connection: Connection) => void;
  /** Aborted when the server is no longer wanted, also while it starts. */
  readonly signal: AbortSignal;
}

const TOOL_PAGE = v.looseObject({ tools: v.array(v.unknown()), nextCursor: v.nullish(v.string()) });

/** The longest list that is walked page by page. */
const MOST_PAGES = 200;
/** How long a server may take to hear that its session is over. */
const GOODBYE_MS = 1000;

/** A server that was connected to. It is of no more use once it ended. */
export class Connection {
  readonly #plan: ConnectionPlan;
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #log = new Tail();
  /** The questions of a server reach whoever called it last. */
  readonly #contacts: Contact[] = [];
  #failure: CommandError | undefined;
  #list: ToolList;
  #over = false;

  private constructor(plan: ConnectionPlan) {
    this.#plan = plan;
    this.#list = { listedAt: timestamp(plan.now()), tools: [] };
    this.#transport = createTransport(plan, this.#log, (error) => {
      this.#failure = error;
      void this.close();
    });
    this.#client = new Client(
      { name: 'helve', version: '1' },
      {
        capabilities: { roots: {}, elicitation: { form: {} }, sampling: {} },
        // Local servers are asked in the way they all know; a probe would be one more process to start.
        ...(plan.config.type === 'http' ? { versionNegotiation: { mode: 'auto' as const } } : {}),
        listChanged: {
          tools: {
            autoRefresh: false,
            onChanged: () => void this.#listTools({ timeoutMs: plan.connectMs }).catch(() => {}),
          },
        },
      },
    );
    this.#answerQuestions();
    // The SDK's client is no event target.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    this.#client.onclose = () => {
      this.#over = true;
      plan.onEnd(this);
    };
  }

  /** Starts the server or reaches it, and lists its tools. */
  static async open(plan: ConnectionPlan): Promise<Connection> {
    const connection = new Connection(plan);
    try {
      await connection.#connect();
      return connection;
    } catch (thrown) {
      const error = connection.#explain(thrown, 'starting');
      await connection.close();
      throw error;
    }
  }

  get alive(): boolean {
    return !this.#over && !(this.#transport instanceof StdioTransport && this.#transport.ended !== undefined);
  }

  /** The process of the server, if it is one of ours. */
  get pid(): number | undefined {
    return this.#transport instanceof StdioTransport ? this.#transport.pid : undefined;
  }

  get tools(): readonly McpTool[] {
    return this.#list.tools;
  }

  /** The tools, and when the server listed them. */
  get list(): ToolList {
    return this.#list;
  }

  /** Lists the tools again. */
  async refresh(options: CallOptions): Promise<ToolList> {
    return this.#guard('listing its tools', options, async () => {
      await this.#listTools(options);
      return this.#list;
    });
  }

  async call(tool: McpTool, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult> {
    return this.#guard(`calling ${tool.name}`, options, () =>
      this.#client.callTool(
        { name: tool.name, arguments: args },
        {
          ...requestOptions(options),
          // Without its output schema: an answer that does not fit is still what came of the call.
          toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as Tool['inputSchema'] },
        },
      ),
    );
  }

  async resources(options: CallOptions): Promise<readonly Resource[]> {
    if (!this.#client.getServerCapabilities()?.resources) return [];
    return this.#guard('listing its resources', options, async () => {
      const { resources } = await this.#client.listResources(undefined, requestOptions(options));
      return resources;
    });
  }

  async prompts(options: CallOptions): Promise<readonly Prompt[]> {
    if (!this.#client.getServerCapabilities()?.prompts) return [];
    return this.#guard('listing its prompts', options, async () => {
      const { prompts } = await this.#client.listPrompts(undefined, requestOptions(options));
      return prompts;
    });
  }

  async prompt(name: string, values: Readonly<Record<string, string>>, options: CallOptions): Promise<GetPromptResult> {
    return this.#guard(`filling in its prompt ${name}`, options, () =>
      this.#client.getPrompt({ name, arguments: { ...values } }, requestOptions(options)),
    );
  }

  async readResource(uri: string, options: CallOptions): Promise<ReadResourceResult> {
    return this.#guard(`reading ${uri}`, options, () => this.#client.readResource({ uri }, requestOptions(options)));
  }

  async close(): Promise<void> {
    this.#over = true;
    if (this.#transport instanceof StreamableHTTPClientTransport) {
      await withLimit(this.#transport.terminateSession(), GOODBYE_MS, () => new Error('late')).catch(() => {});
    }
    // The transport itself as well: a client that never got through does not know of it.
    await this.#client.close().catch(() => {});
    await this.#transport.close().catch(() => {});
  }

  async #connect(): Promise<void> {
    const { connectMs, signal } = this.#plan;
    throwIfAborted(signal);
    signal.addEventListener('abort', () => void this.close(), { once: true });
    await withLimit(this.#client.connect(this.#transport, { timeout: connectMs }), connectMs, () =>
      this.#late('starting'),
    );
    if (this.#client.getServerCapabilities()?.tools) {
      await withLimit(this.#listTools({ timeoutMs: connectMs }), connectMs, () => this.#late('listing its tools'));
    }
  }

  async #listTools(options: Pick<CallOptions, 'timeoutMs'> & Partial<CallOptions>): Promise<void> {
    const found: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      // The SDK would reject the whole list for one tool that is malformed.
      const params = cursor === undefined ? {} : { cursor };
      const listed = await this.#client.request({ method: 'tools/list', params }, TOOL_PAGE, requestOptions(options));
      found.push(...listed.tools);
      cursor = listed.nextCursor ?? undefined;
      if (cursor === undefined) break;
    }
    if (cursor !== undefined) {
      throw new CommandError(
        'UNAVAILABLE',
        `The MCP server ${this.#plan.name} lists its tools on more than ${MOST_PAGES} pages`,
        {
          hint: 'It may repeat the same page. Report it to its author.',
          details: { server: this.#plan.name },
        },
      );
    }
    const read = found.map(readMcpTool);
    const problems = read.filter((each) => typeof each === 'string');
    this.#list = {
      listedAt: timestamp(this.#plan.now()),
      tools: read.filter((each) => typeof each !== 'string'),
      ...(problems.length > 0 ? { problems } : {}),
    };
    await this.#plan.onTools(this.#list);
  }

  #answerQuestions(): void {
    const { name, folder } = this.#plan;
    const client = this.#client;
    client.setRequestHandler('roots/list', () => ({
      roots: [{ uri: pathToFileURL(folder).href, name: folder.split(/[\\/]/).at(-1) ?? folder }],
    }));
    client.setRequestHandler('elicitation/create', ({ params }) =>
      answerElicitation(name, params, this.#contacts.at(-1)),
    );
    client.setRequestHandler('sampling/createMessage', ({ params }) => answerSampling(params, this.#contacts.at(-1)));
    client.setNotificationHandler('notifications/message', ({ params }) => {
      const { level, logger, data } = params;
      this.#log.add(`[${level}] ${logger === undefined ? '' : `${logger}: `}${showData(data)}\n`);
    });
  }

  async #guard<Value>(
    doing: string,
    { signal, contact = {} }: CallOptions,
    work: () => Promise<Value>,
  ): Promise<Value> {
    throwIfAborted(signal);
    this.#contacts.push(contact);
    try {
      return await work();
    } catch (thrown) {
      throwIfAborted(signal);
      const error = this.#explain(thrown, doing);
      // A server that lost its session or is gone is started on afresh by the next call.
      if (error.code === 'UNAVAILABLE') void this.close();
      throw error;
    } finally {
      this.#contacts.splice(this.#contacts.lastIndexOf(contact), 1);
    }
  }

  #explain(thrown: unknown, doing: string): CommandError {
    const transport = this.#transport;
    const local = transport instanceof StdioTransport ? transport : undefined;
    const failure = this.#failure ?? local?.failure;
    if (failure) return failure;
    return toServerError(thrown, { server: this.#plan.name, doing, ended: local?.ended, log: this.#readLog() });
  }

  #late(doing: string): CommandError {
    const { name, connectMs } = this.#plan;
    const log = this.#readLog();
    return new CommandError('TIMEOUT', `The MCP server ${name} was not ready within ${connectMs / 1000} s (${doing})`, {
      hint: worded`Run its command by hand to see why:  ${call('mcp servers')} shows it.`,
      details: { server: name, ...(log === '' ? {} : { log }) },
    });
  }

  /** What the server said, without the values that its configuration gave it: they may be secrets. */
  #readLog(): string {
    const { config } = this.#plan;
    const values = Object.values(config.type === 'stdio' ? config.env : config.headers);
    return values
      .filter((value) => value.length >= SHORTEST_SECRET)
      .reduce((text, value) => text.replaceAll(value, '***'), this.#log.read());
  }
}

const SHORTEST_SECRET = 6;

function timestamp(now: number): string {
  return new Date(now).toISOString();
}

function showData(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
