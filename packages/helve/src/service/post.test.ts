import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureToken } from '@helve/settings';
import { expect, it, onTestFinished } from 'vitest';
import { post } from './post.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import { tokenFile } from './token.ts';

const ASKED = { protocol_version: PROTOCOL_VERSION, id: 'one', action: 'leave', params: {} } as const;

/** Sends a request to whoever listens there, and looks for a pulse of theirs all the time. */
async function ask(server: Server, patienceMs = 300) {
  const { home, service } = await open(server);
  return post(home, service, ASKED, { pulse: { everyMs: 1, patienceMs } });
}

async function open(server: Server) {
  const home = await mkdtemp(join(tmpdir(), 'helve-post-'));
  onTestFinished(() => rm(home, { recursive: true }));
  ensureToken(tokenFile(home));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const service = { pid: 1, identity: '', port, version: '0.0.0', protocolVersion: PROTOCOL_VERSION };
  return { home, service };
}

function serving(answer: RequestListener) {
  const server = createServer(answer);
  onTestFinished(() => server.closeAllConnections());
  return server;
}

it('a service that hangs is waited for no longer', async () => {
  const silent = createSocketServer((socket) => onTestFinished(() => void socket.destroy()));
  await expect(ask(silent)).rejects.toMatchObject({
    code: 'SERVICE_FAILED',
    message: 'The service does not answer',
    hint: 'End it and start another: helve service restart',
  });
});

it('a service that hangs after it has begun to answer is waited for no longer', async () => {
  const begun = serving((request, response) => {
    if (request.method === 'POST') response.write('{"progress":"begun"}\n');
  });
  await expect(ask(begun)).rejects.toMatchObject({ code: 'SERVICE_FAILED', message: 'The service does not answer' });
});

it('a service that has a pulse is waited for', async () => {
  let pulses = 0;
  let answer: (() => void) | undefined;
  const slow = serving((request, response) => {
    if (request.method === 'POST') {
      const reply = { protocol_version: PROTOCOL_VERSION, id: ASKED.id, ok: true, data: 'late' };
      answer = () => response.end(`${JSON.stringify(reply)}\n`);
      return;
    }
    response.writeHead(401).end();
    if (++pulses === 5) answer?.();
  });
  expect(await ask(slow, 20_000)).toMatchObject({ ok: true, data: 'late' });
});

it('requests that follow one another use one connection', async () => {
  let connections = 0;
  const server = serving((_, response) => {
    response.end(`${JSON.stringify({ protocol_version: PROTOCOL_VERSION, id: ASKED.id, ok: true, data: {} })}\n`);
  }).on('connection', () => {
    connections++;
  });
  const { home, service } = await open(server);
  for (let count = 0; count < 3; count++) expect(await post(home, service, ASKED, {})).toMatchObject({ ok: true });
  expect(connections).toBe(1);
});
