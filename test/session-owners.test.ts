import { existsSync } from 'node:fs';
import { kill } from 'node:process';
import { expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { connect, expectGone, type McpClient } from './kit/mcp.ts';
import { openServiceSandbox } from './kit/service.ts';

const data = async (client: McpClient, tool: string, input: object = {}) =>
  (await client.call(tool, input)).structuredContent ?? {};

it('a session of one MCP server is listed, read, written to and stopped from another and from the terminal', async () => {
  const sandbox = await openServiceSandbox();
  const [one, other] = [await connect(sandbox), await connect(sandbox, ['--tools', 'all'])];
  await one.call('CliSession', { sessionId: 'shared', command: 'cat' });
  expect(await data(other, 'TerminalSessionList')).toMatchObject({
    sessions: [{ sessionId: 'shared', status: 'running', owner: one.pid }],
  });
  expect(await data(other, 'CliWrite', { sessionId: 'shared', input: 'hello{enter}' })).toMatchObject({
    responseOutput: 'hello\nhello\n',
    isRunning: true,
  });
  const listed = JSON.parse((await sandbox.helve(['terminal', 'session', 'list'])).stdout);
  expect(listed.data.sessions).toMatchObject([{ sessionId: 'shared', status: 'running' }]);
  expect(await data(other, 'CliStop', { sessionId: 'shared' })).toMatchObject({ status: 'stopped' });
  expect(await data(one, 'CliRead', { sessionId: 'shared' })).toMatchObject({ isRunning: false });
});

it('an id that is in use cannot be used by another MCP server', async () => {
  const sandbox = await openSandbox();
  const [one, other] = [await connect(sandbox), await connect(sandbox)];
  await one.call('CliSession', { sessionId: 'same', command: 'cat' });
  expect(await other.call('CliSession', { sessionId: 'same', command: 'cat' })).toMatchObject({
    isError: true,
    _meta: { 'helve/error': { code: 'ALREADY_EXISTS' } },
  });
});

it('sessions and what they left running end with their MCP server when it is killed; others continue', async () => {
  const sandbox = await openSandbox();
  const [one, other] = [await connect(sandbox), await connect(sandbox)];
  const mine = await data(one, 'CliSession', { sessionId: 'mine', command: 'echo kept; cat' });
  const daemon = await data(one, 'CliSession', {
    sessionId: 'daemon',
    command: 'setsid nohup sleep 1000 > /dev/null & echo $!',
  });
  const theirs = await data(other, 'CliSession', { sessionId: 'theirs', command: 'cat' });
  const left = String(daemon.initialOutput).trim();
  expect(existsSync(`/proc/${String(mine.pid)}`)).toBe(true);
  kill(Number(one.pid), 'SIGKILL');
  await expectGone([String(mine.pid), left]);
  expect(await data(other, 'CliRead', { sessionId: 'mine' })).toMatchObject({ isRunning: false });
  expect(await data(other, 'CliWrite', { sessionId: 'theirs', input: 'x{enter}' })).toMatchObject({ isRunning: true });
  expect(existsSync(`/proc/${String(theirs.pid)}`)).toBe(true);
});

it('after the service was killed, output of its sessions can be read, none of their processes is left, and new ones start', async () => {
  const sandbox = await openServiceSandbox();
  const client = await connect(sandbox);
  const started = await data(client, 'CliSession', { sessionId: 'a', command: 'echo printed; sleep 1000 & cat' });
  const { pid } = await sandbox.status();
  kill(Number(pid), 'SIGKILL');
  await expectGone([String(pid), String(started.pid)]);
  expect(await data(client, 'CliRead', { sessionId: 'a', view: 'screen' })).toMatchObject({
    isRunning: false,
    screen: { rows: expect.arrayContaining(['printed']) },
  });
  expect(await client.call('CliWrite', { sessionId: 'a', input: 'x{enter}' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('The session a has ended') }],
  });
  expect(await data(client, 'CliSession', { sessionId: 'b', command: 'cat' })).toMatchObject({ status: 'started' });
});
