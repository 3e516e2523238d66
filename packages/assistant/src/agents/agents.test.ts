import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OPEN_POLICY } from '@helve/policy';
import { sampleCaller } from '@helve/policy/testing';
import { describe, expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import { everyConversation } from '../log/place.ts';
import { Budget } from '../loop/limits.ts';
import { findModel } from '../model/models.ts';
import { Permissions } from '../permissions/permissions.ts';
import type { ReceivedRequest } from '../testing/model-server.ts';
import { sampleCommands } from '../testing/sample-commands.ts';
import type { ScriptedReply } from '../testing/scripted-reply.ts';
import { startConversation, type StartOptions } from '../testing/start-conversation.ts';
import { tempHome } from '../testing/temp-home.ts';
import { agentTool } from './agent-tool.ts';
import { type AgentDefinition, findAgents } from './definition.ts';

const SCOUT: AgentDefinition = {
  name: 'scout',
  description: 'Looks around',
  instructions: 'You are a scout.',
  tools: ['Look'],
  file: 'scout.md',
};

const agent = (prompt: string, name?: string) => ({
  name: 'Agent',
  input: { prompt, ...(name ? { agent: name } : {}) },
});

/** Answers the conversation that the user has by its turn, and those of subagents by their prompt. */
function script(main: readonly ScriptedReply[], agents: (prompt: string, request: ReceivedRequest) => ScriptedReply) {
  let turn = 0;
  return (request: ReceivedRequest): ScriptedReply => {
    const prompt: string = request.body.messages[0].content[0].text;
    return prompt === 'Go' ? (main[turn++] ?? { text: 'Done.' }) : agents(prompt, request);
  };
}

async function start(script: (request: ReceivedRequest) => ScriptedReply, options: StartOptions = {}) {
  const { tools } = sampleCommands();
  const definitions = [SCOUT, { ...SCOUT, name: 'other', model: 'claude-haiku-4-5' }];
  const started = await startConversation(script, {
    tools: (self) => [
      ...tools,
      agentTool(self, {
        definitions,
        systemFor: (own) => own,
        chooseModel: async (name) => ({ provider: started.options.provider, model: findModel(name) }),
      }),
    ],
    ...options,
  });
  const results = () =>
    started.conversation.log.entries.flatMap((entry) => (entry.type === 'toolResult' ? [entry] : []));
  return { ...started, results };
}

describe('a subagent', () => {
  it('has a fresh conversation of its own, of which the last answer comes back', async () => {
    const { conversation, server, results, options, events } = await start(
      script([{ calls: [agent('Look at a', 'scout')] }], () => ({ text: 'It says alpha.' })),
    );
    expect(await conversation.send('Go')).toMatchObject({ outcome: 'success', text: 'Done.' });
    expect(results()).toMatchObject([{ outcome: 'ok', content: [{ text: 'It says alpha.' }] }]);
    const [, asked] = server.requests;
    expect(asked?.body.messages).toHaveLength(1);
    expect(asked?.body.system[0].text).toBe('You are a scout.');
    expect(asked?.body.tools.map(({ name }: { name: string }) => name)).toEqual(['Look']);
    const {
      place: { home },
    } = options.caller();
    const [, file = ''] = everyConversation(home);
    const first = ConversationLog.open(file, Date.now).entries[0];
    expect(first).toMatchObject({ agent: { name: 'scout', conversation: conversation.id, call: 'call_1_0' } });
    const told = events.flatMap((event) =>
      event.type === 'agent' ? [[event.name, event.callId, event.event.type]] : [],
    );
    expect(told).toContainEqual(['scout', 'call_1_0', 'answer']);
  });

  it('uses all tools but Agent, and the model it names', async () => {
    const { conversation, server } = await start(
      script([{ calls: [agent('one'), agent('two', 'other')] }], () => ({ text: 'ok' })),
    );
    await conversation.send('Go');
    const asked = server.requests.filter(({ body }) => body.messages[0].content[0].text !== 'Go');
    const seen = asked.map(({ body }) => `${body.messages[0].content[0].text} ${body.model} ${body.tools.length}`);
    expect(seen.sort()).toEqual(['one claude-sonnet-4-6 3', 'two claude-haiku-4-5 1']);
  });

  it('runs beside others', async () => {
    let arrived = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => (release = resolve));
    const { conversation, results } = await start(
      script([{ calls: [agent('one'), agent('two')] }], (prompt) => {
        if (++arrived === 2) release();
        return { text: `did ${prompt}`, hold: both };
      }),
    );
    await conversation.send('Go');
    expect(results().map(({ content }) => content)).toEqual(
      expect.arrayContaining([[{ type: 'text', text: 'did one' }], [{ type: 'text', text: 'did two' }]]),
    );
  });

  it('is stopped with the turn, with all that it runs', async () => {
    const { tools, registry, stage } = sampleCommands();
    const running = new Promise<void>((resolve) => (stage.onRun = resolve));
    const { conversation, results } = await start(
      script([{ calls: [agent('Work')] }], () => ({ calls: [{ name: 'Run', input: { until: 'stopped' } }] })),
      {
        registry,
        tools: (self) => [
          ...tools,
          agentTool(self, { definitions: [], systemFor: (own) => own, chooseModel: () => Promise.reject(new Error()) }),
        ],
      },
    );
    const turn = conversation.send('Go');
    await running;
    await conversation.abort();
    expect(await turn).toMatchObject({ outcome: 'cancelled' });
    expect(stage.ended).toEqual(['stopped']);
    expect(results()).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('spends what its parent may spend, and what it spent is in the cost of the turn', async () => {
    const usage = { input: 1_000_000, output: 0 };
    const budget = new Budget(7);
    const { conversation, results, server } = await start(
      script([{ calls: [agent('one')], usage }], () => ({
        calls: [{ name: 'Look', input: { file_path: 'x' } }],
        usage,
      })),
      { budget },
    );
    expect(await conversation.send('Go')).toMatchObject({ outcome: 'maxCost', cost: 9 });
    expect(results()).toMatchObject([{ outcome: 'error', brief: 'The agent reached its cost limit.' }]);
    expect(server.requests).toHaveLength(3);
  });

  it('takes of the turns of its parent', async () => {
    const { conversation, server } = await start(
      script([{ calls: [agent('one')] }], () => ({ calls: [{ name: 'Look', input: { file_path: 'x' } }] })),
      { maxTurns: 4 },
    );
    expect(await conversation.send('Go')).toMatchObject({ outcome: 'maxTurns' });
    expect(server.requests).toHaveLength(4);
  });

  it('is under the same policy and hooks', async () => {
    const seen: string[] = [];
    const { conversation, results } = await start(
      script([{ calls: [agent('one')] }], (_, { body }) =>
        body.messages.length === 1 ? { calls: [{ name: 'Run', input: {} }] } : { text: 'I may not.' },
      ),
      { mode: 'plan', hooks: [{ beforeTool: async ({ name }) => void seen.push(name) }] },
    );
    await conversation.send('Go');
    expect(seen).toEqual(['Agent', 'Run']);
    expect(results()[0]?.content[0]).toMatchObject({
      text: expect.stringMatching(/^I may not\.\n\[Not permitted: demo run/),
    });
  });

  it('that only reads does so also where the user allows what is asked, and may change the mode', async () => {
    const { registry, tools, stage } = sampleCommands();
    const reader: AgentDefinition = { name: 'reader', description: '', instructions: 'Read.', readOnly: true };
    const open = async () => OPEN_POLICY;
    const home = await tempHome();
    const permissions = new Permissions({
      caller: sampleCaller({ cwd: home, env: {}, home, registry }),
      remake: open,
    });
    const { conversation, results } = await start(
      script([{ calls: [agent('one', 'reader')] }], (_, { body }) =>
        body.messages.length === 1 ? { calls: [{ name: 'Run', input: {} }] } : { text: 'I may not.' },
      ),
      {
        registry,
        permissions,
        tools: (self) => [
          ...tools,
          agentTool(self, {
            definitions: [reader],
            systemFor: (own) => own,
            chooseModel: () => Promise.reject(new Error()),
          }),
        ],
      },
    );
    await conversation.send('Go');
    expect(stage.ended).toEqual([]);
    expect(results()[0]?.content[0]).toMatchObject({
      text: 'I may not.\n[Not permitted: demo run was not permitted: it does more than read, and the agent reader only reads]',
    });
  });

  it('that does not exist is told of', async () => {
    const { conversation, results } = await start(script([{ calls: [agent('x', 'scuot')] }], () => ({ text: '' })));
    await conversation.send('Go');
    expect(results()).toMatchObject([{ outcome: 'error', content: [{ text: expect.stringContaining('mean scout') }] }]);
  });
});

describe('files of agents', () => {
  it('are found in the project, in .claude and in the home, where the first of a name counts', async () => {
    const home = await tempHome();
    const cwd = join(home, 'work');
    const write = async (file: string, content: string) => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    };
    await write(join(cwd, '.helve/agents/a.md'), '---\nname: one\ndescription: First\ntools: Read, Grep\n---\nBe one.');
    await write(join(cwd, '.claude/agents/b.md'), '---\nname: two\nmodel: haiku\ntools:\n  - Bash\n---\nBe two.');
    await write(join(home, 'agents/one.md'), '---\nname: one\n---\nBe another.');
    await write(join(home, 'agents/plain.md'), 'Be plain.');
    expect(await findAgents({ cwd, home })).toMatchObject([
      { name: 'one', description: 'First', instructions: 'Be one.', tools: ['Read', 'Grep'] },
      { name: 'two', model: 'haiku', tools: ['Bash'] },
      { name: 'plain', instructions: 'Be plain.' },
      { name: 'general-purpose' },
      { name: 'explore', readOnly: true },
      { name: 'plan', readOnly: true },
    ]);
    const own = await findAgents({ cwd, home, admits: async () => false });
    expect(own.slice(0, 2).map(({ name, instructions }) => [name, instructions])).toEqual([
      ['one', 'Be another.'],
      ['plain', 'Be plain.'],
    ]);
  });
});
