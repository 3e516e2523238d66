import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import {
  client,
  type ClientCapabilities,
  type ClientContext,
  type ContentBlock,
  type InitializeResponse,
  methods,
  ndJsonStream,
  type NewSessionRequest,
  type PromptRequest,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished, vi } from 'vitest';
import { BINARY, type Sandbox } from './helve.ts';

export interface EditorOptions {
  readonly capabilities?: ClientCapabilities;
  readonly flags?: readonly string[];
  /** The option that the user chooses; undefined: they cancel. */
  readonly choose?: (request: RequestPermissionRequest) => string | undefined | Promise<string | undefined>;
  /** Adds handlers for what the client can do. */
  readonly handle?: (app: ReturnType<typeof client>) => void;
}

type Update<Kind extends SessionUpdate['sessionUpdate']> = Extract<SessionUpdate, { readonly sessionUpdate: Kind }>;

/** An editor that has started helve: the client of the official SDK on the pipes of the built binary. */
export interface TestEditor {
  readonly agent: ClientContext;
  readonly initialized: InitializeResponse;
  readonly process: ChildProcess;
  /** Everything that was said of any session, in order. */
  readonly updates: readonly SessionUpdate[];
  readonly asked: readonly RequestPermissionRequest[];
  readonly stderr: () => string;
  readonly of: <Kind extends SessionUpdate['sessionUpdate']>(kind: Kind) => readonly Update<Kind>[];
  /** The text of the agent's messages. */
  readonly said: () => string;
  readonly newSession: (more?: Partial<NewSessionRequest>) => Promise<string>;
  /** Sends a prompt and gives why its turn ended. */
  readonly prompt: (sessionId: string, text: string) => Promise<string>;
  /** Leaves, and waits until helve has ended. */
  readonly leave: () => Promise<number | null>;
}

export async function openEditor(
  { dir, env }: Sandbox,
  { capabilities = {}, flags = [], choose = () => 'no', handle }: EditorOptions = {},
): Promise<TestEditor> {
  const child = spawn(process.execPath, [BINARY, 'acp', ...flags], { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.stdin.end();
    child.kill('SIGTERM');
    await exited;
  });
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const app = client({ name: 'test-editor' })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      asked.push(params);
      const optionId = await choose(params);
      return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
    });
  handle?.(app);
  const { agent } = app.connect(
    ndJsonStream(
      Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
      Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
    ),
  );
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: capabilities,
    clientInfo: { name: 'test-editor', version: '1.0.0' },
  });
  const of: TestEditor['of'] = (kind) =>
    updates.filter((update): update is Update<typeof kind> => update.sessionUpdate === kind);
  return {
    agent,
    initialized,
    process: child,
    updates,
    asked,
    stderr: () => stderr,
    of,
    said: () => of('agent_message_chunk').map(textIn).join(''),
    newSession: async (more) => {
      const { sessionId } = await agent.request(methods.agent.session.new, { cwd: dir, mcpServers: [], ...more });
      await vi.waitFor(() => {
        if (of('available_commands_update').length === 0) throw new Error('no commands yet');
      });
      return sessionId;
    },
    prompt: async (sessionId, text) => {
      const request: PromptRequest = { sessionId, prompt: [{ type: 'text', text }] };
      const { stopReason } = await agent.request(methods.agent.session.prompt, request);
      return stopReason;
    },
    leave: async () => {
      child.stdin.end();
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

interface RawMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** An editor that writes messages as they are, and keeps all that comes on standard output. */
export interface RawEditor {
  readonly process: ChildProcess;
  readonly messages: readonly RawMessage[];
  readonly stderr: () => string;
  /** Sends a request and gives its result. */
  readonly request: (method: string, params: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly notify: (method: string, params: object) => void;
}

/** Starts helve without any SDK. `answer` gives the results of requests to the client. */
export function openRawEditor(
  { dir, env }: Sandbox,
  answer: (method: string, params: Readonly<Record<string, unknown>>) => object = () => ({}),
): RawEditor {
  const child = spawn(process.execPath, [BINARY, 'acp'], { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.stdin.end();
    await exited;
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const send = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const messages: RawMessage[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as RawMessage;
    messages.push(message);
    const { id, method, params = {} } = message;
    if (id !== undefined && method !== undefined) send({ id, result: answer(method, params) });
  });
  let last = 0;
  return {
    process: child,
    messages,
    stderr: () => stderr,
    request: async (method, params) => {
      const id = ++last;
      send({ id, method, params });
      return vi.waitFor(
        () => {
          const reply = messages.find((message) => message.id === id && message.method === undefined);
          if (!reply?.result) throw new Error(`no result of ${method}: ${JSON.stringify(reply?.error)}`);
          return reply.result;
        },
        { timeout: 20_000 },
      );
    },
    notify: (method, params) => send({ method, params }),
  };
}

/** The text of a chunk of a message. */
export function textIn({ content }: { readonly content: ContentBlock }): string {
  return content.type === 'text' ? content.text : '';
}
