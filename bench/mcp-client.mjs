/** The least an MCP client can be: JSON-RPC over a server's stdin and stdout, so that little but the server is measured. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export async function connect(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options });
  const waiting = new Map();
  let next = 1;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const message = JSON.parse(line);
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    answer?.({ message, bytes: Buffer.byteLength(line) });
  });
  // A server that ends by itself ends the measurement too.
  child.on('exit', (code) => {
    if (waiting.size > 0) throw new Error(`The server ended with ${code} before it answered`);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params = {}) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  });
  send({ method: 'notifications/initialized' });
  return {
    child,
    /** The answer and how many bytes it took on the wire. */
    request,
    /** Calls a tool and gives what it answered as data. */
    call: async (name, args) => {
      const { message } = await request('tools/call', { name, arguments: args });
      if (message.error || message.result.isError)
        throw new Error(JSON.stringify(message.error ?? message.result.content).slice(0, 400));
      return message.result.structuredContent ?? message.result.content;
    },
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.stdin.end();
        setTimeout(() => child.kill('SIGKILL'), 2000).unref();
      }),
  };
}
