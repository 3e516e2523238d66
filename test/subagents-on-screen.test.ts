import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReceivedRequest, Script } from '../packages/assistant/src/testing/model-server.ts';
import { identityOf } from '../packages/settings/src/home/process-identity.ts';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { KEYS, openScreen } from './kit/screen.ts';
import { ended } from './kit/service.ts';

/** A command that says where it runs and goes on until the file `go` is there. */
const WAITING = 'echo $$ > pid; until [ -e go ]; do sleep 0.02; done; echo over';
const work = { calls: [{ name: 'Bash', input: { command: WAITING } }] };
const agent = { calls: [{ name: 'Agent', input: { prompt: 'Work' } }] };

const wordsOf = ({ body }: ReceivedRequest) => JSON.stringify(body.messages);
const lastWords = ({ body }: ReceivedRequest) => JSON.stringify(body.messages.at(-1));
const isMain = ({ body }: ReceivedRequest) =>
  body.messages[0].content[0].text.startsWith('Go') &&
  !JSON.stringify(body.system).includes('You work in a separate conversation');
const isFirst = ({ body }: ReceivedRequest) => body.messages.length === 1;

/** The conversation gives a task away; whoever gets it runs the command. */
const givingAway: Script = (request) => {
  if (isMain(request)) return isFirst(request) ? agent : { text: 'On with it.' };
  return isFirst(request) ? work : { text: 'It goes on without me.' };
};

/** The screen, and the process of the command that runs in a conversation other than the one that is shown. */
async function openWorking(prompt: string, script: Script, files: Readonly<Record<string, string>> = {}) {
  const opened = await openScreen(script, { args: ['--permission-mode', 'bypassPermissions'], files });
  const { screen, dir, home } = opened;
  onTestFinished(() => stopService(home));
  onTestFinished(() => writeFile(join(dir, 'go'), ''));
  screen.type(prompt, KEYS.enter);
  const read = async () => Number(await readFile(join(dir, 'pid'), 'utf8').catch(() => ''));
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(0);
  return { ...opened, pid: await read() };
}

describe('esc', () => {
  it('ends a subagent with what it runs, and the turn goes on', async () => {
    const { screen, server, pid } = await openWorking('Go', givingAway);
    screen.type(KEYS.escape);
    await screen.shows('On with it.');
    await ended(pid);
    const [, , after, ...more] = server.requests;
    expect([after && isMain(after), more]).toEqual([true, []]);
    expect(after && lastWords(after)).toContain('[The agent was cancelled: The user stopped it.]');
  });

  it.each(['fork', 'agent'])('ends a skill in a conversation of its own with what it runs: %s', async (context) => {
    const { screen, server, pid } = await openWorking(
      '/tour',
      (request) => (wordsOf(request).includes('And?') ? { text: 'I see.' } : work),
      { '.claude/commands/tour.md': `---\ncontext: ${context}\n---\nLook around.\n` },
    );
    await screen.shows(/⟳ Bash\(echo/);
    screen.type(KEYS.escape);
    await screen.shows('Stopped.');
    await ended(pid);
    screen.type('And?', KEYS.enter);
    await screen.shows('I see.');
    const [, next, ...more] = server.requests;
    expect(more).toEqual([]);
    expect(next && wordsOf(next)).toMatch(
      /\/tour.*started in a separate conversation and not finished.*The user stopped it/,
    );
  });

  it('ends the commands of a skill before anything is asked', async () => {
    const { screen, server, pid } = await openWorking('/wait', [{ text: 'Well?' }], {
      '.claude/commands/wait.md': `Said: !\`${WAITING}\``,
    });
    screen.type(KEYS.escape);
    await screen.shows('Stopped.');
    await ended(pid);
    expect(server.requests).toEqual([]);
    await screen.shows('> /wait');
    screen.type(KEYS.ctrl('u'), 'Hello', KEYS.enter);
    await screen.shows('Well?');
  });
});

describe('ctrl+b', () => {
  it.each([
    ['subagent', 'Go', {}],
    ['skill', '/tour', { '.claude/commands/tour.md': '---\ncontext: agent\n---\nLook around.\n' }],
  ])('lets the command of a %s go on in the background', async (_, prompt, files) => {
    const { screen, server, pid } = await openWorking(prompt, givingAway, files);
    screen.type(KEYS.ctrl('b'));
    await screen.showsNoMore('esc to stop');
    const told = server.requests.find((request) => !isMain(request) && !isFirst(request));
    expect(told && lastWords(told)).toMatch(/continues as session session-\w+/);
    expect(identityOf(pid)).toBeDefined();
    screen.type(KEYS.ctrl('b'));
    await screen.shows('No running command can move to the background.');
  });
});

it('what subagents have to be allowed is asked like any other call, one after the other', async () => {
  const calls = {
    Bash: { name: 'Bash', input: { command: 'touch made' } },
    Write: { name: 'Write', input: { file_path: 'written', content: 'x' } },
  };
  const both = { calls: Object.keys(calls).map((prompt) => ({ name: 'Agent', input: { prompt } })) };
  const { screen, server } = await openScreen((request) => {
    if (isMain(request)) return isFirst(request) ? both : { text: 'On with it.' };
    const wanted: keyof typeof calls = request.body.messages[0].content[0].text;
    return isFirst(request) ? { calls: [calls[wanted]] } : { text: 'Worked.' };
  });
  screen.type('Go', KEYS.enter);
  await screen.shows(/Allow (Bash|Write)\?/);
  const isBash = (await screen.window()).join('\n').includes('Allow Bash?');
  screen.type('y');
  await screen.shows(isBash ? 'Allow Write?' : 'Allow Bash?');
  screen.type('n');
  await screen.shows('On with it.');
  const results = server.requests.filter((request) => !isMain(request) && !isFirst(request)).map(lastWords);
  expect(results.filter((words) => words.includes('the user declined'))).toHaveLength(1);
  expect(results).toHaveLength(2);
});
