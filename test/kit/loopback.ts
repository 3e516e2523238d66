import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Loopback {
  readonly url: string;
  /** What was asked for, in order. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** What it answers, by path; anything else is told back as it was asked. */
  readonly answers: Map<string, string>;
}

/** An HTTP server on this machine; gone after the test. */
export async function openLoopback(host = '127.0.0.1'): Promise<Loopback> {
  const asked: Loopback['asked'] = [];
  const answers: Loopback['answers'] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    response.setHeader('content-type', 'application/json');
    response.end(answers.get(path) ?? JSON.stringify({ method: request.method, path }));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, answers };
}
