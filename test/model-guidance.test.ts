import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import type { ScriptedCall, ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { openAssistant } from './kit/assistant.ts';

const FREE = ['--permission-mode', 'bypassPermissions'];

/** What a call gave, as the model is told. */
async function resultOf(call: ScriptedCall, files: Readonly<Record<string, string>> = {}) {
  const { ask, server, home } = await openAssistant([{ calls: [call] }, { text: 'ok' }], files);
  onTestFinished(() => stopService(home));
  await ask('Go', FREE);
  const [result] = server.requests[1]?.body.messages.at(-1).content ?? [];
  return { text: result.content[0].text as string, isError: result.is_error === true };
}

describe('arguments as models write them that know Claude Code', () => {
  it.each([
    [{ name: 'Bash', input: { command: 'echo hi', description: 'Say hi', timeout: 120_000 } }, 'hi\n'],
    [{ name: 'Grep', input: { pattern: 'ALPHA', '-i': true, '-n': true, output_mode: 'files_with_matches' } }, 'a.txt'],
    [{ name: 'Grep', input: { pattern: 'alpha', '-A': 1, output_mode: 'content', type: 'txt' } }, 'beta'],
    [{ name: 'Skill', input: { skill: 'tidy', args: 'now' } }, 'Tidy now.'],
  ])('are understood: %j', async (call, expected) => {
    const { text, isError } = await resultOf(call, {
      'a.txt': 'alpha\nbeta\n',
      '.claude/skills/tidy/SKILL.md': '---\ndescription: Tidies up\n---\nTidy $ARGUMENTS.',
    });
    expect([isError, text]).toEqual([false, expect.stringContaining(expected)]);
  });

  it('limit a command to milliseconds, and start it in the background', async () => {
    const late = await resultOf({
      name: 'Bash',
      input: { command: 'sleep 60', timeout: 10_000, run_in_background: true },
    });
    expect(late.text).toContain('after 10');
    // What the model is told to do next, it can do.
    expect(late.text).toContain('helve terminal session read --session-id');
    expect(late.text).not.toContain('CliRead');
  });

  it('name an agent', async () => {
    const { ask, server } = await openAssistant(
      ({ body }, index): ScriptedReply =>
        index === 0
          ? { calls: [{ name: 'Agent', input: { prompt: 'Look', description: 'Look', subagent_type: 'explore' } }] }
          : { text: String(body.messages.length) },
    );
    await ask('Go');
    expect(server.requests[1]?.body.system[0].text).toContain('You find things in a project');
  });
});

describe('helve -p', () => {
  it('compacts a conversation with /compact', async () => {
    const { ask, server } = await openAssistant([{ text: 'x'.repeat(9000) }, { text: 'ok' }, { text: 'A summary.' }]);
    await ask(`Remember ${'this '.repeat(3000)}`);
    await ask('Go on', ['-c']);
    const { code, stdout } = await ask('/compact the tests', ['-c']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Context compressed')]);
    expect(JSON.stringify(server.requests.at(-1)?.body.messages.at(-1))).toContain('the tests');
    expect((await ask('/compact', [])).code).toBe(1);
    expect(server.requests).toHaveLength(3);
  });

  it('resumes a conversation by the name that the user gave it', async () => {
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }));
    await ask('First', ['--name', 'The plan']);
    await ask('Second');
    expect((await ask('Third', ['-r', 'the plan'])).code).toBe(0);
    expect(server.requests[2]?.text).toContain('First');
    const { code, stderr } = await ask('Fourth', ['-r', 'Second']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no conversation "Second"')]);
    await ask('Fifth', ['--name', 'the plan']);
    expect((await ask('Sixth', ['-r', 'the plan'])).stderr).toContain('Several conversations are called the plan');
  });

  it('refuses an unknown /name without asking the model', async () => {
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }));
    const { code, stderr } = await ask('/revieww the code');
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no command or skill /revieww')]);
    expect(server.requests).toHaveLength(0);
    expect((await ask('/tmp is full')).code).toBe(0);
    expect((await ask(' /revieww the code')).code).toBe(0);
  });

  it('says on stderr that it asks again', async () => {
    const overloaded = { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };
    const { ask } = await openAssistant([overloaded, { text: 'ok' }]);
    const { code, stdout, stderr } = await ask('Hi');
    expect([code, stdout]).toEqual([0, 'ok\n']);
    expect(stderr).toMatch(/^warning: anthropic answered 529: Overloaded; retry 1 in 1 s\n$/);
  });

  it('takes an answer for lost after as many seconds of silence as the settings say', async () => {
    const { ask, server } = await openAssistant(
      [{ silence: new Promise(() => {}) }, { text: 'ok' }],
      {},
      { stallSeconds: 1 },
    );
    const { stdout, stderr } = await ask('Hi');
    expect([stdout, server.requests.length]).toEqual(['ok\n', 2]);
    expect(stderr).toContain('Nothing came from the provider for 1000 ms');
  });
});

describe('the settings of a project', () => {
  it('are only named as ignored where they can run or allow something', async () => {
    const { ask } = await openAssistant(() => ({ text: 'ok' }), {
      '.claude/settings.json': JSON.stringify({ cleanupPeriodDays: 7, statusLine: { command: 'x' }, env: { A: 'b' } }),
      '.helve/settings.json': JSON.stringify({ effort: 'low', compactAt: 0.5, retryMinutes: 1 }),
    });
    const { stderr } = await ask('Hi');
    expect(stderr).toContain('these parts are ignored: variable A=b. ');
    expect(stderr.match(/is not trusted/g)).toHaveLength(1);
  });

  it('apply without consent where they only change how the model answers', async () => {
    const { ask, server } = await openAssistant(() => ({ text: 'ok' }), {
      '.helve/settings.json': JSON.stringify({ effort: 'low' }),
    });
    expect((await ask('Hi')).stderr).toBe('');
    expect(server.requests[0]?.body.output_config).toEqual({ effort: 'low' });
  });
});
