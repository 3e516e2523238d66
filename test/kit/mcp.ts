import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished } from 'vitest';
import { BINARY, type Sandbox } from './helve.ts';

/** The clients there are: the SDK of the first line, and of the second in both protocols that it speaks. */
export const CLIENTS = ['first', 'second', 'stateless'] as const;

export type ClientKind = (typeof CLIENTS)[number];

export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly properties?: object; readonly required?: readonly string[] };
  readonly outputSchema?: object;
  readonly annotations?: object;
}

export interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly message?: string }) => void;
  readonly timeout?: number;
}

/** What our tests do with a client, whichever it is. */
export interface McpClient {
  readonly pid: number | null;
  readonly list: () => Promise<readonly Tool[]>;
  readonly call: (name: string, input: object, options?: CallOptions) => Promise<Result>;
  readonly close: () => Promise<void>;
}

type Action = 'accept' | 'decline' | 'cancel';

/** What the client's user answers to a form: an action, or what they chose for its field `allow`. */
export type Elicit = (message: string, form: object) => Action | { readonly allow: string };

function elicited(elicit: Elicit, { message, requestedSchema }: { message: string; requestedSchema?: object }) {
  const answer = elicit(message, requestedSchema ?? {});
  return typeof answer === 'string' ? { action: answer } : { action: 'accept' as const, content: { ...answer } };
}

/** Makes a command line that starts a program in another way. */
type Wrap = (program: string, args: readonly string[]) => readonly [string, readonly string[]];

/** Starts `helve mcp` with these arguments and connects to it; both are gone after the test. */
export async function connect(
  { dir, env, wrap }: Pick<Sandbox, 'dir' | 'env'> & { readonly wrap?: Wrap },
  args: readonly string[] = [],
  kind: ClientKind = 'second',
  elicit?: Elicit,
): Promise<McpClient> {
  const program = [process.execPath, [BINARY, 'mcp', ...args]] as const;
  const [command, given] = wrap ? wrap(...program) : program;
  const start = {
    command,
    args: [...given],
    cwd: dir,
    env: env as Record<string, string>,
    stderr: 'ignore' as const,
  };
  const identity = { name: 'test', version: '1' };
  const capabilities = elicit ? { elicitation: {} } : {};
  if (kind === 'first') {
    const client = new OldClient(identity, { capabilities });
    if (elicit) client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicited(elicit, params));
    const transport = new OldTransport(start);
    await client.connect(transport);
    onTestFinished(() => client.close());
    return asMcpClient(client as unknown as SdkClient, transport);
  }
  const client = new Client(identity, {
    capabilities,
    ...(kind === 'stateless' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
  });
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicited(elicit, params));
  const transport = new StdioClientTransport(start);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return asMcpClient(client as unknown as SdkClient, transport);
}

interface SdkClient {
  listTools(): Promise<{ readonly tools: readonly Tool[] }>;
  callTool(call: object, ...options: readonly unknown[]): Promise<Result>;
  close(): Promise<void>;
}

function asMcpClient(client: SdkClient, transport: { readonly pid: number | null }): McpClient {
  return {
    get pid() {
      return transport.pid;
    },
    list: async () => (await client.listTools()).tools,
    call: (name, input, options) =>
      client instanceof OldClient
        ? client.callTool({ name, arguments: input }, undefined, options)
        : client.callTool({ name, arguments: input }, options),
    close: () => client.close(),
  };
}

/** A git remote that takes connections and never says a word. */
export async function openSilentRemote(): Promise<{ readonly url: string; readonly reached: () => Promise<void> }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    onEnd.push(() => socket.destroy());
  });
  const onEnd: (() => void)[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const end of onEnd) end();
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  return {
    url: `git://127.0.0.1:${port}/silent`,
    reached: async () => {
      await expect.poll(() => connections, { timeout: 30_000 }).toBeGreaterThan(0);
    },
  };
}

/** The processes that a process has started, and those that they have. */
export async function descendantsOf(pid: number | string | null | undefined): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter((id) => id.trim() !== '' && !isWatchdog(id));
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

/** Whether a process is the one that ends programs when helve is killed. It waits for the next program and ends with helve. */
function isWatchdog(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('find_tagged');
  } catch {
    return false;
  }
}

/** Waits until none of these processes is there. */
export async function expectGone(pids: readonly string[]): Promise<void> {
  await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 30_000 }).toEqual([]);
}
