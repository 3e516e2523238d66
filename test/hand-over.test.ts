import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry, validate } from '@helve/command';
import { Keeper } from '@helve/command/host';
import { ensureToken } from '@helve/settings';
import { terminalModule } from '@helve/shell';
import { expect, it, onTestFinished } from 'vitest';
import { startConversation } from '../packages/assistant/src/testing/start-conversation.ts';
import { bash } from '../packages/assistant/src/tools/bash.ts';
import { createConversation } from '../packages/assistant/src/conversation/conversation.ts';
import { forward } from '../packages/helve/src/service/forward.ts';
import { takeLock } from '../packages/helve/src/service/lock.ts';
import { PROTOCOL_VERSION } from '../packages/helve/src/service/protocol.ts';
import { ServiceServer } from '../packages/helve/src/service/server.ts';
import { writeState } from '../packages/helve/src/service/state.ts';
import { tokenFile } from '../packages/helve/src/service/token.ts';
import { version } from '../packages/helve/package.json';

it('a command of the model is handed over to the background, and the turn goes on', async () => {
  const command = 'echo begun; touch begun; until [ -e go ]; do sleep 0.05; done; echo over';
  const {
    options,
    cwd,
    server: model,
  } = await startConversation([
    { calls: [{ name: 'Bash', input: { command }, id: 'call_1' }] },
    { text: 'It goes on.' },
  ]);
  const registry = new Registry([terminalModule]);
  const {
    place: { home },
  } = options.caller();
  const keeper = new Keeper(home);
  await openService(home, registry, keeper);
  const conversation = createConversation({
    ...options,
    registry,
    tools: [bash],
    handsOver: true,
    caller: () => {
      const caller = options.caller();
      return {
        ...caller,
        place: { ...caller.place, env: { PATH: process.env.PATH } },
        host: { ...caller.host, registry, forward },
      };
    },
  });
  const turn = conversation.send('Run it');
  await expect.poll(() => existsSync(join(cwd, 'begun')), { timeout: 30_000 }).toBe(true);
  expect([conversation.background('call_2'), conversation.background('call_1')]).toEqual([false, true]);
  expect(await turn).toMatchObject({ outcome: 'success', text: 'It goes on.' });
  const [result] = model.requests[1]?.body.messages.at(-1).content ?? [];
  expect(result).not.toHaveProperty('is_error');
  const [, id = ''] = /continues as session (session-\w+)/.exec(result.content[0].text) ?? [];
  await writeFile(join(cwd, 'go'), '');
  const input = { sessionId: id, until: 'exit', timeoutSeconds: 30 };
  const reading = await registry.get('terminal session read');
  const read = await forward(reading, (await validate(reading, input)).input, {
    ...options.caller(),
    signal: new AbortController().signal,
    deadline: undefined,
  });
  expect(read.data).toMatchObject({ exitCode: 0, output: expect.stringContaining('over') });
  await conversation.close();
});

/** A service in this process. */
async function openService(home: string, registry: Registry, keeper: Keeper): Promise<void> {
  ensureToken(tokenFile(home));
  const lock = takeLock(home, process.pid);
  const server = await ServiceServer.open({
    registry,
    version,
    home,
    keeper,
    umask: '22',
    port: 0,
    log: () => {},
    onLeave: () => {},
    isReplaced: () => false,
  });
  if (lock) writeState(home, { ...lock.holder, port: server.port, version, protocolVersion: PROTOCOL_VERSION });
  onTestFinished(async () => {
    await server.close();
    await keeper.close();
  });
}
