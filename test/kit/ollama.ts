import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server with nothing but what Ollama has, and one model. */
export async function startOllama(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/api/tags') return response.end('{"models":[{"name":"qwen3:8b"}]}');
    const chunk = { choices: [{ index: 0, delta: { content: 'From here.' }, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
