import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { BINARY } from './kit/helve.ts';
import { never, openThreads, wait } from './kit/threads.ts';

it('a conversation is written by one process at a time: others are told who has it, or fork it', async () => {
  const { ask, server, dir, env, conversations } = await openAssistant(({ body }) => {
    const { text } = body.messages.at(-1).content.at(-1);
    return text === 'Hold' ? { text: 'Half', hold: never } : { text: 'Fine.' };
  });
  await ask('Hello');
  const holder = spawn(process.execPath, [BINARY, '-p', '-c', 'Hold'], { cwd: dir, env, stdio: 'ignore' });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await server.received(2);
  const second = await ask('Too', ['-c']);
  expect(second.code).not.toBe(0);
  expect(second.stderr).toMatch(new RegExp(`in use by helve -p \\(process ${holder.pid}\\)`));
  expect(second.stderr).toContain('--fork');
  expect((await ask('In a copy', ['-c', '--fork'])).stdout).toBe('Fine.\n');
  const [log = []] = await conversations();
  const prompts = log.filter(({ type }) => type === 'user');
  expect(prompts.map((entry) => JSON.stringify(entry)).join('\n')).not.toContain('Too');
  // Each entry follows the one before: there is one branch.
  expect(log.map(({ parent }) => parent)).toEqual([null, ...log.slice(0, -1).map(({ id }) => id)]);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const again = await ask('Now', ['-r', idOf(second.stderr), '--output-format', 'json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ session_id: idOf(second.stderr), result: 'Fine.' });
});

it('a conversation of a running thread is not written by another process', async () => {
  const { thread, ask, server } = await openThreads([{ text: 'Half', hold: never }, { text: 'Fine.' }]);
  const { data } = await thread('start', '--prompt', 'Talk', '--name', 'talker');
  await server.received(1);
  const refused = await ask('Me too', ['-r', data.id]);
  expect(refused.stderr).toContain(`The conversation ${data.id} is in use by a thread of the service`);
  await thread('stop', '--id', 'talker');
  expect((await ask('Now', ['-r', data.id])).stdout).toBe('Fine.\n');
  await thread('wait', '--id', 'talker', ...wait);
});

/** The id of the conversation that a refusal names. */
function idOf(refusal: string): string {
  return /conversation (\S+) is in use/.exec(refusal)?.[1] ?? '';
}
