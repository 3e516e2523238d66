import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import type { Script } from '../packages/assistant/src/testing/model-server.ts';
import type { ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { OFFICIAL } from '../packages/toolbox/src/mcp/testing/http-server.ts';
import { openAssistant } from './kit/assistant.ts';
import { runProgram } from './kit/library.ts';

const EVERYTHING = { everything: { command: process.execPath, args: [OFFICIAL.everything, 'stdio'] } };
const FREE = ['--permission-mode', 'bypassPermissions'];

/** An assistant with the official server that has everything. */
async function open(script: Script, settings: object = {}) {
  const sandbox = await openAssistant(script, {}, { mcpServers: EVERYTHING, ...settings });
  onTestFinished(() => stopService(sandbox.home));
  return sandbox;
}

const lastText = (messages: readonly { content: readonly { text?: string; content?: unknown }[] }[]) =>
  JSON.stringify(messages.at(-1)?.content);
const execute = (tool: string, params: object = {}): ScriptedReply => ({
  calls: [
    {
      name: 'Bash',
      input: { command: `helve mcp execute --toolbox everything --tool ${tool} --params '${JSON.stringify(params)}'` },
    },
  ],
});

describe('prompts and resources of MCP servers', () => {
  it('are listed, read and filled in from the command line', async () => {
    const { helve } = await open([]);
    const prompts = JSON.parse((await helve(['mcp', 'prompts', '--toolbox', 'everything'])).stdout).data.prompts;
    expect(prompts).toContainEqual(
      expect.objectContaining({
        toolbox: 'everything',
        name: 'args-prompt',
        arguments: [
          expect.objectContaining({ name: 'city', required: true }),
          expect.objectContaining({ name: 'state' }),
        ],
      }),
    );
    const resources = JSON.parse((await helve(['mcp', 'resources'])).stdout).data.resources;
    const [resource] = resources;
    expect(resource).toMatchObject({ toolbox: 'everything', uri: expect.stringContaining('demo://') });
    const { stdout } = await helve(['mcp', 'read', '--toolbox', 'everything', '--uri', resource.uri]);
    expect(JSON.parse(stdout).data.text.length).toBeGreaterThan(10);
    const filled = ['mcp', 'prompt', '--toolbox', 'everything', '--prompt', 'args-prompt'];
    const { stdout: said } = await helve([...filled, '--arguments', '{"city":"Paris"}']);
    expect(JSON.parse(said).data.text).toContain('Paris');
  });

  it('are slash commands and mentions, without a question and before the model is asked', async () => {
    const { ask, helve, server } = await open(() => ({ text: 'ok' }));
    await ask('/mcp__everything__args-prompt Paris');
    await ask('/everything:args-prompt city="New York" state=NY');
    const [resource] = JSON.parse((await helve(['mcp', 'resources'])).stdout).data.resources;
    await ask(`What does @everything:${resource.uri} say? Not @nobody:x://y.`);
    const texts = server.requests.map(({ body }) => lastText(body.messages));
    expect(texts[0]).toContain('Paris');
    expect(texts[0]).not.toContain('mcp__');
    expect(texts[1]).toContain('New York, NY');
    expect(texts[2]).toContain(`<resource server=\\"everything\\" uri=\\"${resource.uri}\\">`);
    for (const [line, problem] of [
      ['/mcp__everything__arg-prompt', 'Did you mean args-prompt?'],
      ['/everything:args-prompt', 'needs city'],
      ['/nobody:args-prompt', 'There is no command or skill /nobody:args-prompt, and no MCP server nobody'],
    ] as const)
      expect((await ask(line)).stderr).toContain(problem);
    expect(server.requests).toHaveLength(3);
  });
});

describe('a question of an MCP server', () => {
  const script = [execute('trigger-elicitation-request'), { text: 'ok' }];

  it('is put to the user, field by field', async () => {
    const sandbox = await open(script);
    const questions = await runProgram<readonly string[]>(
      sandbox,
      `const questions = [];
       const answers = { String: 'Ada', Boolean: 'yes', Integer: '7', 'Untitled Single Select Enum': 'Joey',
         'Untitled Multiple Select Enum': 'Piano, Bass', 'Titled Single Select Enum': 'Wonder Woman' };
       const askUser = async (question, options) => {
         questions.push(question);
         if (options.includes('Decline')) return 'Answer';
         return answers[question.split(' (')[0]] ?? '';
       };
       const conversation = await createConversation({ askUser, permissionMode: 'bypassPermissions' });
       await conversation.send('Go');
       await conversation.close();
       return questions;`,
    );
    expect(questions[0]).toBe('everything asks: Please provide inputs for the following fields:');
    const told = lastText(sandbox.server.requests[1]?.body.messages);
    for (const part of ['Ada', 'Joey', 'Piano', 'hero-3', 'dark and stormy']) expect(told).toContain(part);
  });

  it('is declined in print mode', async () => {
    const { ask, server } = await open(script);
    await ask('Go', FREE);
    expect(lastText(server.requests[1]?.body.messages)).toContain('declined');
  });
});

describe('sampling', () => {
  const sample = execute('trigger-sampling-request', { prompt: 'Say hello', maxTokens: 50 });
  const script: Script = ({ body }) => {
    const said = lastText(body.messages);
    if (said.includes('Say hello') && !said.includes('tool_result')) return { text: 'Hello from the model.' };
    return said.includes('tool_result') ? { text: 'Done.' } : sample;
  };

  it('is off until the settings allow it', async () => {
    const { ask, server } = await open(script);
    await ask('Go', FREE);
    expect(lastText(server.requests[1]?.body.messages)).toContain('helve has no model for MCP servers here');
  });

  it('asks the model of the conversation within a budget, which the cost includes', async () => {
    const { askJson, server } = await open(script, { mcpSampling: { maxRequests: 1 } });
    const { result } = await askJson('Go', FREE);
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([128_000, 50, 128_000]);
    expect(lastText(server.requests[2]?.body.messages)).toContain('Hello from the model.');
    expect(result.usage).toMatchObject({ input_tokens: 300 });
    const none = await open(script, { mcpSampling: { maxCost: 0 } });
    await none.ask('Go', FREE);
    expect(lastText(none.server.requests[1]?.body.messages)).toContain('used up what they may ask');
  });
});
