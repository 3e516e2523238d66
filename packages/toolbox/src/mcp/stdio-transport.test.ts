import { vanishingSocket } from '@helve/processes/testing';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { StdioTransport } from './stdio-transport.ts';
import { Tail } from './tail.ts';

it('a server whose sandbox could not be set up because a file vanished is started again', async () => {
  const socket = vanishingSocket(2);
  const log = new Tail();
  const args = ['-c', `${socket.command} >&2; while read -r line; do echo "$line"; done`];
  const transport = new StdioTransport({
    name: 'echo',
    config: { type: 'stdio', command: '/bin/sh', args, env: {} },
    folder: socket.project,
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
    confinement: socket.confinement,
    log,
  });
  const answer = new Promise<JSONRPCMessage>((resolve) => {
    Object.assign(transport, { onmessage: resolve });
  });
  await transport.start();
  const message: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };
  await transport.send(message);
  expect(await answer).toEqual(message);
  await transport.close();
  expect(log.read()).toBe('ran');
  expect(socket.runs()).toEqual({ written: 'x\n', plans: 3 });
});
