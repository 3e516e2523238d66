import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fillReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { anthropicEvents } from '../packages/assistant/src/testing/wire-replies.ts';
import { openAssistant } from './kit/assistant.ts';

/** A model behind TLS that tells which host it was asked as, with a certificate of its own. */
async function startTls() {
  const sandbox = await openAssistant([]);
  const { dir, run } = sandbox;
  const subject = ['-subj', '/CN=model.test', '-addext', 'subjectAltName=DNS:model.test,IP:127.0.0.1'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key', '-out', 'cert', ...subject]);
  const [key, cert] = [await readFile(join(dir, 'key')), await readFile(join(dir, 'cert'))];
  const asked: unknown[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(request.headers.host);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    request.resume().on('end', () => response.end(anthropicEvents(fillReply({ text: 'Safe.' }, 1), 'm').join('')));
  });
  const port = await listen(server);
  return { ...sandbox, port, asked, certificate: join(dir, 'cert') };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('a server with a certificate that is trusted answers', async () => {
  const { ask, env, port, certificate, asked } = await startTls();
  env.ANTHROPIC_BASE_URL = `https://127.0.0.1:${port}`;
  env.NODE_EXTRA_CA_CERTS = certificate;
  expect(await ask('Hi')).toEqual({ code: 0, stdout: 'Safe.\n', stderr: '' });
  expect(asked).toEqual([`127.0.0.1:${port}`]);
});

it('also through a tunnel of a proxy', async () => {
  const { ask, env, port, certificate, asked } = await startTls();
  const proxy = createHttp().on('connect', (request, socket) => {
    asked.push(request.url);
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    for (const end of [through, socket]) end.on('error', () => {});
  });
  env.ANTHROPIC_BASE_URL = 'https://model.test';
  env.HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy)}`;
  env.NODE_EXTRA_CA_CERTS = certificate;
  expect(await ask('Hi')).toEqual({ code: 0, stdout: 'Safe.\n', stderr: '' });
  expect(asked).toEqual(['model.test:443', 'model.test']);
});

it('one whose certificate is not trusted is not asked again and again', async () => {
  const { ask, env, port, asked } = await startTls();
  env.ANTHROPIC_BASE_URL = `https://127.0.0.1:${port}`;
  expect(await ask('Hi')).toMatchObject({ code: 1, stderr: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
  expect(asked).toEqual([]);
});
