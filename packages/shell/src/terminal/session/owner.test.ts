import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bundleSessions } from '../../testing/session-bundle.ts';
import { openSessions, processesOf } from '../../testing/session-project.ts';

test('when the owner of sessions is killed, what they printed can be read and none of their processes is left', async () => {
  const { dir, home, read, run, error } = await openSessions();
  const base = dirname(home);
  const commands = {
    printer: 'seq 1 1000; touch printed; sleep 1000',
    daemon: 'setsid nohup sleep 1000 & sleep 1000',
    finished: 'echo over; exit 3',
  };
  const owner = spawn(process.execPath, [await bundleSessions(), JSON.stringify({ cwd: dir, home, commands })], {
    env: { PATH: process.env.PATH, HOME: base, SHELL: '/bin/bash', TEST_BASE: base },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  while (!existsSync(join(dir, 'printed'))) await delay(10);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  while ((await processesOf(base)).length > 0) await delay(10);

  const expected = `${Array.from({ length: 1000 }, (_, index) => index + 1).join('\n')}\n`;
  expect(await read('printer')).toMatchObject({ output: expected, isRunning: false, exitCode: null, reason: 'exit' });
  expect(await read('finished')).toMatchObject({ output: 'over\n', isRunning: false, exitCode: 3 });
  expect((await read('printer', { view: 'screen' })).screen?.rows.slice(-2)).toEqual(['1000', '']);
  expect((await run('terminal session list')).data).toMatchObject({
    sessions: expect.arrayContaining([expect.objectContaining({ sessionId: 'daemon', status: 'exited' })]),
  });
  expect(await error('terminal session stop', { sessionId: 'printer' })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'The session printer has ended',
  });
});
