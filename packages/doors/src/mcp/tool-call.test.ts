import { PassThrough } from 'node:stream';
import { CommandError, defineCommand, defineModule, parameter, Registry, text, worded } from '@helve/command';
import { OPEN_POLICY } from '@helve/policy';
import { sampleCaller } from '@helve/policy/testing';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Calls } from './calls.ts';
import { commandTools } from './command-tools.ts';
import type { OfferedTool } from './offered-tool.ts';
import { serveInitialized } from './pipe-server.ts';
import { createServer } from './server.ts';
import type { Service } from './service.ts';
import { serveOnPipes } from './stdio.ts';

const ok = (content: unknown) => ({ ok: true, content: JSON.stringify(content ?? 'nothing'), brief: '' }) as const;

const TOOLS = {
  ask: async (_, { authority: { ask } }) =>
    ok(
      await ask?.({
        command: 'demo ask',
        effect: 'modify',
        touches: [],
        input: {},
        decision: { verdict: 'ask', rule: 'a rule', source: 'a test', reason: 'it is one' },
      }),
    ),
  form: async (_, { reach: { contact } }) =>
    ok(await contact?.elicit?.({ from: 'pets', message: 'Name?', schema: {} })),
  sample: async (_, { reach: { contact } }) => ok(await contact?.sample?.({ messages: [], maxTokens: 1 })),
  report: async (_, { reach: { progress } }) => {
    progress?.('half way');
    return ok('done');
  },
  fail: async () => ({ ok: false, error: new CommandError('NOT_FOUND', 'no such file', { hint: 'List them.' }) }),
} satisfies Readonly<Record<string, OfferedTool['call']>>;

/** A command as a tool that renames its parameter: it warns, or fails. */
const COMMAND = defineCommand({
  path: 'demo warn',
  summary: 'Warn or fail',
  effect: 'inspect',
  input: v.object({ oldText: text('Text') }),
  output: v.object({ done: v.boolean() }),
  tool: { name: 'DemoWarn', set: 'demo', guidance: 'Warns.', rename: { oldText: 'old_string' } },
  examples: ['helve demo warn --old-text a'],
  run: async () => async (input, context) => {
    if (input.oldText === '') throw new CommandError('INVALID_INPUT', worded`${parameter('oldText')} is empty`);
    context.warn(worded`${parameter('oldText')} is old`);
    return { done: true };
  },
});

const DEMO = defineModule({ name: 'demo', summary: 'Demo', actions: { warn: async () => ({ command: COMMAND }) } });

const SERVERS = {
  'the small server': (service: Service, pipes: { input: PassThrough; output: PassThrough }) =>
    serveInitialized(service, pipes, undefined, () => {}),
  'the SDK’s server': (service: Service, pipes: { input: PassThrough; output: PassThrough }) =>
    serveOnPipes(
      () => createServer(service),
      pipes,
      undefined,
      () => {},
    ),
};

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly instructions?: string };
  readonly error?: object;
}

const ALL = { elicitation: {}, sampling: {} };

/** Calls a tool as a client that initialises; `replies` has its answers to the server's requests. */
async function call(
  serve: (typeof SERVERS)[keyof typeof SERVERS],
  params: object,
  { capabilities = ALL, replies = {} }: { readonly capabilities?: object; readonly replies?: object } = {},
) {
  const pipes = { input: new PassThrough(), output: new PassThrough() };
  const calls = new Calls({ ...sampleCaller(), remake: async () => OPEN_POLICY });
  const inputSchema = { type: 'object' } as const;
  const tools = Object.entries(TOOLS).map(([name, run]) => ({
    name,
    declare: () => ({ name, description: '', inputSchema, annotations: { readOnlyHint: true } }),
    call: run as OfferedTool['call'],
  }));
  const commands = await commandTools(new Registry([DEMO]), sampleCaller().place, ['demo']);
  const served = serve({ version: '1', instructions: 'Use them well.', tools: [...tools, ...commands], calls }, pipes);
  onTestFinished(async () => {
    pipes.input.end();
    await served;
    await calls.close();
  });
  // A bigint is written as a number.
  const send = (message: object) => {
    const written = JSON.stringify({ jsonrpc: '2.0', ...message }, (_, value: unknown) =>
      typeof value === 'bigint' ? `bigint ${value}` : value,
    );
    pipes.input.write(`${written.replaceAll(/"bigint (\d+)"/g, '$1')}\n`);
  };
  const received: Message[] = [];
  let text = '';
  const answered = new Promise<Message>((resolve) => {
    pipes.output.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (text + piece).split('\n');
      text = lines.pop() ?? '';
      for (const message of lines.map((line) => JSON.parse(line) as Message)) {
        received.push(message);
        const { id, method } = message;
        if (method === undefined && id === 'hello') {
          send({ method: 'notifications/initialized' });
          send({ id: 'call', method: 'tools/call', params });
        } else if (method === undefined) {
          resolve(message);
        } else if (id !== undefined) {
          send({ id, result: (replies as Readonly<Record<string, object>>)[method] ?? {} });
        }
      }
    });
  });
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 'hello', method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities, clientInfo } });
  const { result, error } = await answered;
  return { text: result?.content?.[0]?.text, result, error, received };
}

describe.each(Object.entries(SERVERS))('%s', (_, serve) => {
  it.each([
    [{ action: 'accept', content: {} }, { allow: true }],
    [{ action: 'decline' }, { allow: false }],
  ])('asks the user for permission, and %j means %j', async (reply, answer) => {
    const { text, received } = await call(serve, { name: 'ask' }, { replies: { 'elicitation/create': reply } });
    expect(JSON.parse(text ?? '')).toEqual(answer);
    expect(received.find(({ method }) => method === 'elicitation/create')?.params).toMatchObject({
      message: 'Allow helve to run demo ask?\n\nWhy helve asks: it is one (a test).',
    });
  });

  it('gives instructions at initialize', async () => {
    const { received } = await call(serve, { name: 'fail' });
    expect(received.find(({ id }) => id === 'hello')?.result?.instructions).toBe('Use them well.');
  });

  it('gives warnings as text and as data, with the parameters of the tool', async () => {
    const { result } = await call(serve, { name: 'DemoWarn', arguments: { old_string: 'a' } });
    expect(result).toMatchObject({
      content: [{ text: '{"done":true}\n\nWarning: old_string is old' }],
      structuredContent: { done: true, warnings: ['old_string is old'] },
    });
  });

  it.each([
    [{ old_string: '' }, 'INVALID_INPUT: old_string is empty'],
    [{}, 'INVALID_INPUT: DemoWarn needs old_string\nold_string: Text.'],
    [{ old_string: 1 }, 'INVALID_INPUT: old_string must be string, not 1\nDemoWarn takes old_string.'],
    [{ old_strin: 'a' }, 'INVALID_INPUT: DemoWarn has no parameter "old_strin"\nDid you mean old_string?'],
  ])('reports the wrong arguments %j in the words of the tool', async (given, expected) => {
    const { text: said, result } = await call(serve, { name: 'DemoWarn', arguments: given });
    expect({ said, result }).toMatchObject({ said: expected, result: { isError: true } });
  });

  it('refuses a number that it would pass on as another', async () => {
    const { text: said, result } = await call(serve, {
      name: 'DemoWarn',
      arguments: { old_string: { id: 9007199254740993n } },
    });
    expect({ said, result }).toMatchObject({
      said: 'INVALID_INPUT: 9007199254740993 cannot be represented exactly as a number\nPass it as a string, or use a smaller number.',
      result: { isError: true, _meta: { 'helve/error': { details: { number: '9007199254740993' } } } },
    });
  });

  it('asks nothing of a client that takes no questions', async () => {
    const { text, received } = await call(serve, { name: 'ask' }, { capabilities: {} });
    expect(text).toBe('"nothing"');
    expect(received.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  it('passes on the form of another server, and its answer', async () => {
    const reply = { action: 'accept', content: { name: 'Rex' } };
    const { text, received } = await call(serve, { name: 'form' }, { replies: { 'elicitation/create': reply } });
    expect(JSON.parse(text ?? '')).toEqual(reply);
    expect(received.find(({ method }) => method === 'elicitation/create')?.params).toMatchObject({
      message: 'pets asks: Name?',
    });
  });

  it('passes on a request for the client’s model', async () => {
    const reply = { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' };
    const { text } = await call(serve, { name: 'sample' }, { replies: { 'sampling/createMessage': reply } });
    expect(JSON.parse(text ?? '')).toMatchObject(reply);
  });

  it('reports progress to a client that gave a token', async () => {
    const { received } = await call(serve, { name: 'report', _meta: { progressToken: 'p' } });
    expect(received.find(({ method }) => method === 'notifications/progress')?.params).toMatchObject({
      progressToken: 'p',
      progress: 1,
      message: 'half way',
    });
  });

  it('gives a failed call as a result with its hint, and an unknown tool as an error', async () => {
    expect(await call(serve, { name: 'fail' })).toMatchObject({
      text: 'NOT_FOUND: no such file\nList them.',
      result: { isError: true, _meta: { 'helve/error': { code: 'NOT_FOUND', hint: 'List them.' } } },
    });
    expect((await call(serve, { name: 'fial' })).error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Did you mean fail?'),
    });
  });
});
