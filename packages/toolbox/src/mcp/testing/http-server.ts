import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const require = createRequire(import.meta.url);

/** The files of the official servers. */
export const OFFICIAL = {
  everything: require.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: require.resolve('@modelcontextprotocol/server-memory/dist/index.js'),
};

/** Starts the official server over HTTP, and gives where it is. */
export async function startEverything(transport: 'sse' | 'streamableHttp'): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [OFFICIAL.everything, transport], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await saysOnStderr(child, String(port));
  return `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
}

export interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Answers a message, or leaves it to the default by giving false. */
export type Answer = (message: Message, response: ServerResponse, request: IncomingMessage) => boolean;

/** An MCP server over HTTP that answers as it is told, and otherwise as it should. Gives where it is. */
export async function startOddHttp(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      if (!answer({ method: String(request.method) }, response, request)) response.writeHead(405).end();
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const message = JSON.parse(body) as Message;
      if (!answer(message, response, request)) answerWell(message, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

export function reply(response: ServerResponse, message: object): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

/** Answers as a server should. */
export function answerWell({ id, method, params }: Message, response: ServerResponse): void {
  if (id === undefined) return void response.writeHead(202).end();
  switch (method) {
    case 'initialize':
      return reply(response, {
        id,
        result: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'odd', version: '1' },
        },
      });
    case 'tools/list':
      return reply(response, { id, result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } });
    case 'tools/call':
      return reply(response, { id, result: { content: [{ type: 'text', text: 'echoed' }] } });
    default:
      return reply(response, { id, error: { code: -32601, message: 'Method not found' } });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function saysOnStderr(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes(text)) resolve();
    });
    child.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
}
