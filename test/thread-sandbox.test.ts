import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { UNCONFINED } from './kit/assistant.ts';
import { connect } from './kit/mcp.ts';
import { bash, never, openThreads, until, wait } from './kit/threads.ts';

/** Threads whose settings turn the sandbox off, and a file that only a program outside of it can make. */
async function openUnconfined(script: (touch: { readonly name: string; readonly input: object }) => Script) {
  const places: string[] = [];
  const threads = await openThreads(
    (request, index) => {
      const answers = script(bash(`touch ${places.join('')}`));
      return typeof answers === 'function' ? answers(request, index) : (answers[index] ?? { text: 'Done.' });
    },
    {},
    UNCONFINED,
  );
  const outside = `${threads.dir}-outside.txt`;
  places.push(outside);
  onTestFinished(() => rm(outside, { force: true }));
  return { ...threads, isMade: () => existsSync(outside) };
}

const START = 'helve thread start --prompt go --name inner --mode bypassPermissions';

describe('a thread that is started where the sandbox is required, though the settings turn it off', () => {
  it('by an MCP client runs its programs in the sandbox, also when a person goes on with it', async () => {
    const sandbox = await openUnconfined((touch) => [{ calls: [touch] }, { text: 'Done.' }, { calls: [touch] }]);
    const client = await connect(sandbox, ['--permission-mode', 'bypassPermissions', '--sandbox', '--tools', 'all']);
    await client.call('ThreadStart', { prompt: 'go', name: 'inner', mode: 'bypassPermissions' });
    expect((await sandbox.thread('wait', '--id', 'inner', ...wait)).data.status).toBe('done');
    expect(sandbox.server.requests).toHaveLength(2);
    expect(sandbox.isMade()).toBe(false);
    await sandbox.thread('send', '--id', 'inner', '--prompt', 'again');
    expect((await sandbox.thread('wait', '--id', 'inner', ...wait)).data.status).toBe('done');
    expect(sandbox.server.requests).toHaveLength(4);
    expect(sandbox.isMade()).toBe(false);
  });

  it('by the model of helve -p does so too, also after the service was killed', async () => {
    const isInner = (body: { readonly messages: readonly unknown[] }) =>
      JSON.stringify(body.messages[0]).includes('go');
    let turns = 0;
    const sandbox = await openUnconfined((touch) => ({ body }) => {
      if (!isInner(body)) return body.messages.length === 1 ? { calls: [bash(START)] } : { text: 'Started.' };
      turns += 1;
      if (turns === 1) return { text: 'Half', hold: never };
      return turns === 2 ? { calls: [touch] } : { text: 'Done.' };
    });
    const flags = ['--permission-mode', 'bypassPermissions', '--sandbox', 'required'];
    expect((await sandbox.ask('Start one', flags)).stdout).toContain('Started.');
    await until(async () => turns === 1);
    await sandbox.killService();
    expect((await sandbox.thread('wait', '--id', 'inner', ...wait)).data).toMatchObject({ answer: 'Done.' });
    expect(turns).toBe(3);
    expect(sandbox.isMade()).toBe(false);
  });

  it('by a person without such a wish runs them outside', async () => {
    const sandbox = await openUnconfined((touch) => [{ calls: [touch] }]);
    await sandbox.thread('start', '--prompt', 'go', '--name', 'inner', '--mode', 'bypassPermissions');
    await sandbox.thread('wait', '--id', 'inner', ...wait);
    expect(sandbox.isMade()).toBe(true);
  });
});
