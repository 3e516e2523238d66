import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import { asked, systemOf } from './kit/asked.ts';
import { type AssistantSandbox, openAssistant, UNCONFINED } from './kit/assistant.ts';
import { uniqueSeconds } from '../packages/processes/src/testing/processes.ts';
import { runProgram } from './kit/library.ts';

const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });

const exists = ({ dir }: AssistantSandbox, name: string) =>
  access(join(dir, name)).then(
    () => true,
    () => false,
  );

describe('an answer to a question', () => {
  /** Two calls of the same kind, of which the first is answered like this and the second with no. */
  async function answering(answer: string) {
    const sandbox = await openAssistant(
      [bash('touch one'), bash('touch two'), { text: 'ok' }, bash('touch three'), { text: 'ok' }],
      {},
      UNCONFINED,
    );
    const rules = await runProgram<readonly (readonly string[])[]>(
      sandbox,
      `let open = true;
       const heard = (event, { answer }) => {
         if (event.type !== 'ask') return;
         if (open) answer(event.question.id, ${answer});
         else answer(event.question.id, 'no');
         open = false;
       };
       const first = await talk({ askUser: async () => undefined }, heard);
       await first.conversation.send('Go');
       await first.conversation.close();
       const again = await createConversation({});
       await again.send('Again');
       await again.close();
       return first.events.filter(({ type }) => type === 'ask').map(({ question }) => question.rules);`,
    );
    const made = await Promise.all(['one', 'two', 'three'].map((name) => exists(sandbox, name)));
    const local = await readFile(join(sandbox.dir, '.helve/settings.local.json'), 'utf8').catch(() => undefined);
    return { sandbox, rules, made, local };
  }

  it('once: holds for that call', async () => {
    const { rules, made, local } = await answering(`'once'`);
    expect([rules, made, local]).toEqual([[['Bash(touch *)'], ['Bash(touch *)']], [true, false, false], undefined]);
  });

  it('conversation: holds until it is closed, for the rule that was shown', async () => {
    const { rules, made, local } = await answering(`'conversation'`);
    expect([rules, made, local]).toEqual([[['Bash(touch *)']], [true, true, false], undefined]);
  });

  it('project: is a rule in its settings, and holds for the next conversation too', async () => {
    const { rules, made, local } = await answering(`'project'`);
    expect([rules, made]).toEqual([[['Bash(touch *)']], [true, true, true]]);
    expect(JSON.parse(local ?? '')).toEqual({ permissions: { allow: ['Bash(touch *)'] } });
  });

  it('no: with the reason for the model', async () => {
    const { sandbox, made } = await answering(`'no', 'it is called zero'`);
    expect(made).toEqual([false, false, false]);
    expect((await asked(sandbox.server, 1)).text).toContain('the user declined: it is called zero');
  });
});

describe('a conversation', () => {
  it('is steered in the middle of a turn', async () => {
    const sandbox = await openAssistant([
      bash('touch begun; until [ -e said ]; do sleep 0.05; done'),
      { text: 'Understood.' },
    ]);
    const { text, steered } = await runProgram<{ text: string; steered: number }>(
      sandbox,
      `const { writeFileSync } = require('node:fs');
       const { conversation, events } = await talk({ permissionMode: 'bypassPermissions' }, (event, { steer }) => {
         if (event.type !== 'toolStart') return;
         steer('Use tabs');
         writeFileSync('said', '');
       });
       const { text } = await conversation.send('Go');
       await conversation.close();
       return { text, steered: events.filter(({ type }) => type === 'steered').length };`,
    );
    expect([text, steered]).toEqual(['Understood.', 1]);
    expect((await asked(sandbox.server, 1)).text).toContain('Use tabs');
    expect(sandbox.server.requests).toHaveLength(2);
  });

  it('is aborted with all that it runs, and goes on', async () => {
    const line = `sleep ${uniqueSeconds()}`;
    const sandbox = await openAssistant([bash(line), { text: 'Here again.' }]);
    const { outcome, alive, text } = await runProgram<{ outcome: string; alive: boolean; text: string }>(
      sandbox,
      `const { readdirSync, readFileSync } = require('node:fs');
       const sleeps = () => readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).some((name) => {
         try { return readFileSync('/proc/' + name + '/cmdline', 'utf8').replaceAll('\\0', ' ').trim() === '${line}'; }
         catch { return false; }
       });
       const { conversation } = await talk({ permissionMode: 'bypassPermissions' });
       const turn = conversation.send('Go');
       while (!sleeps()) await new Promise((resolve) => setTimeout(resolve, 10));
       await conversation.abort();
       const { outcome } = await turn;
       const alive = sleeps();
       const { text } = await conversation.send('Still there?');
       await conversation.close();
       return { outcome, alive, text };`,
    );
    expect({ outcome, alive, text }).toEqual({ outcome: 'cancelled', alive: false, text: 'Here again.' });
  });

  it('is compacted when it is told to, with a focus, of which hooks hear', async () => {
    const hooks = { PreCompact: [{ matcher: 'manual', hooks: [{ type: 'command', command: 'cat > given.json' }] }] };
    const script: Script = ({ text }) =>
      text.includes('Write the summary') || text.includes('## ')
        ? { text: '## Goal\n- Test' }
        : { text: 'x'.repeat(90_000) };
    const sandbox = await openAssistant(script, {}, { hooks });
    const compacted = await runProgram<readonly { trigger: string }[]>(
      sandbox,
      `const { conversation, events } = await talk();
       await conversation.send('One');
       await conversation.send('Two');
       await conversation.send('Three');
       await conversation.compact('the API');
       await conversation.close();
       return events.filter(({ type }) => type === 'compacted').map(({ entry }) => entry);`,
    );
    expect(compacted).toMatchObject([{ trigger: 'manual', summary: expect.stringContaining('## Goal') }]);
    expect(sandbox.server.requests.at(-1)?.text).toContain('the API');
    expect(JSON.parse(await readFile(join(sandbox.dir, 'given.json'), 'utf8'))).toMatchObject({
      trigger: 'manual',
      custom_instructions: 'the API',
    });
  });

  it('is forked: the copy goes its own way', async () => {
    const sandbox = await openAssistant(() => ({ text: 'ok' }));
    await runProgram(
      sandbox,
      `const conversation = await createConversation();
       await conversation.send('One');
       const copy = conversation.fork();
       await copy.send('Two of the copy');
       await conversation.send('Two');
       await copy.close();
       await conversation.close();`,
    );
    const said = sandbox.server.requests.map(({ body }) =>
      body.messages.flatMap(({ role, content }: { role: string; content: { text: string }[] }) =>
        role === 'user' ? [content[0]?.text] : [],
      ),
    );
    expect(said).toEqual([['One'], ['One', 'Two of the copy'], ['One', 'Two']]);
  });

  it('asks the model’s own questions of whoever is named', async () => {
    const question = { calls: [{ name: 'AskUser', input: { question: 'Which one?', options: ['red', 'blue'] } }] };
    const sandbox = await openAssistant([question, { text: 'ok' }]);
    const heard = await runProgram<readonly unknown[]>(
      sandbox,
      `const heard = [];
       const askUser = async (...given) => { heard.push(given); return 'blue'; };
       const conversation = await createConversation({ askUser });
       await conversation.send('Ask me');
       await conversation.close();
       return heard;`,
    );
    expect(heard).toEqual([['Which one?', ['red', 'blue']]]);
    expect((await asked(sandbox.server, 1)).text).toContain('blue');
  });
});

describe('what a program wants', () => {
  it('cwd, home, env, model, language and name hold', async () => {
    const sandbox = await openAssistant([{ text: 'ok' }], { 'sub/AGENTS.md': 'Whisper.' });
    const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = sandbox.env;
    delete sandbox.env.ANTHROPIC_API_KEY;
    const env = { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, HOME: sandbox.env.HOME };
    await runProgram(
      sandbox,
      `const conversation = await createConversation({
         cwd: process.cwd() + '/sub', home: process.cwd() + '/state', env: ${JSON.stringify(env)},
         model: 'haiku', language: 'ko', name: 'A fine day',
       });
       await conversation.send('Hi');
       await conversation.close();`,
    );
    expect(await systemOf(sandbox.server, 0)).toMatch(/Korean.*Whisper/);
    expect(sandbox.server.requests[0]?.body.model).toBe('claude-haiku-4-5');
    const list = await sandbox.helve(['session', 'list', '--home', join(sandbox.dir, 'state'), '--cwd', 'sub']);
    expect(JSON.parse(list.stdout).data.sessions).toMatchObject([{ title: 'A fine day' }]);
  });

  it.each([
    [`{ maxTurns: 1 }`, 'maxTurns'],
    [`{ maxCost: 0 }`, 'maxCost'],
    [`{ allowedTools: ['Bash(touch *)'] }`, 'success'],
    [`{}`, 'success'],
  ])('%s ends a turn with %s', async (choice, expected) => {
    const sandbox = await openAssistant([bash('touch one'), { text: 'ok' }], {}, UNCONFINED);
    const outcome = await runProgram<string>(
      sandbox,
      `const conversation = await createConversation(${choice});
       const { outcome } = await conversation.send('Go');
       await conversation.close();
       return outcome;`,
    );
    expect([outcome, await exists(sandbox, 'one')]).toEqual([expected, choice.includes('allowedTools')]);
  });
});
