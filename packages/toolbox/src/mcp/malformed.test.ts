import { expect, it } from 'vitest';
import { openBench } from './testing/kit.ts';

it('keeps the other tools of a server when one is malformed', async () => {
  const { odd, connections, home } = await openBench();
  const user = { place: { env: { ...process.env, HOME: home } }, signal: new AbortController().signal };
  const list = await connections.use(odd('malformed'), user, async (connection) => connection.list);
  expect(list.tools.map(({ name }) => name)).toContain('echo');
  expect(list.problems).toEqual(['a tool has no name', 'broken has no inputSchema']);
});

it('a server that hangs delays one call; the next are told that it is unavailable', async () => {
  const { odd, call, connections, notes } = await openBench({ connectMs: 300 });
  const silent = odd('silent');
  await expect(call(silent, 'echo')).rejects.toMatchObject({ code: 'TIMEOUT' });
  const starts = (await notes()).length;
  await expect(call(silent, 'echo')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('is unavailable'),
  });
  expect([connections.state(silent).status, (await notes()).length]).toEqual(['unavailable', starts]);
});

it.each(['http://10.0.0.1/mcp', 'http://example.com/mcp', 'http://169.254.169.254/mcp'])(
  'a server of the settings obeys the rules for the network: %s',
  async (url) => {
    const { server, call } = await openBench();
    const remote = server({ type: 'http', url, headers: {} });
    await expect(call(remote, 'echo')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  },
);
