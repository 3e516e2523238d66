import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPEN_POLICY } from '@helve/policy';
import { sampleCaller } from '@helve/policy/testing';
import { Calls } from './calls.ts';
import type { ToolAnswer } from '../agent.ts';
import type { OfferedTool } from './offered-tool.ts';
import { serveInitialized } from './pipe-server.ts';

/** As long as a busy machine may need. */
const POLL = { timeout: 20_000, interval: 5 };

/** What happened in the tool `Wait`, by the name it was given. */
const events: string[] = [];

const TOOLS: readonly OfferedTool[] = [
  tool('Echo', async (input) => ({ ok: true, content: JSON.stringify(input), brief: '' })),
  tool('Wait', async ({ name }, { reach: { signal, progress } }) => {
    events.push(`${String(name)} began`);
    progress?.(`${String(name)} waits`);
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    events.push(`${String(name)} ended`);
    return { ok: true, content: 'never heard', brief: '' };
  }),
  tool('Ask', async (_, { authority: { ask } }) => {
    const question = { command: 'demo ask', effect: 'modify', touches: [], input: {} } as const;
    const decision = { verdict: 'ask', rule: 'a rule', source: 'a test', reason: 'it is one' } as const;
    return { ok: true, content: JSON.stringify(await ask?.({ ...question, decision })), brief: '' };
  }),
  tool('Break', async () => {
    throw new TypeError('broken');
  }),
];

function tool(name: string, call: OfferedTool['call']): OfferedTool {
  const inputSchema = { type: 'object' } as const;
  return {
    name,
    declare: () => ({ name, description: 'For tests', inputSchema, annotations: { readOnlyHint: true } }),
    call: (input, caller): Promise<ToolAnswer> => call(input, caller),
  };
}

interface Said {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server on pipes; `ask` gives the answer to a request. */
function openServer() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const calls = new Calls({ ...sampleCaller(), remake: async () => OPEN_POLICY });
  const said: Said[] = [];
  const errors: string[] = [];
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (text + piece).split('\n');
    text = lines.pop() ?? '';
    said.push(...lines.map((line) => JSON.parse(line) as Said));
  });
  const service = { version: '1.2.3', instructions: '', tools: TOOLS, calls };
  const served = serveInitialized(service, { input, output }, undefined, ({ message }) => errors.push(message));
  const end = async () => {
    input.end();
    await served;
    await calls.close();
  };
  onTestFinished(end);
  const raw = (line: string) => input.write(`${line}\n`);
  const send = (...messages: readonly object[]) => {
    for (const message of messages) raw(JSON.stringify({ jsonrpc: '2.0', ...message }));
  };
  const answer = async (id: unknown): Promise<Said> => {
    await expect.poll(() => said.some((one) => one.id === id && one.method === undefined), POLL).toBe(true);
    return said.find((one) => one.id === id && one.method === undefined) ?? {};
  };
  const ask = (id: string | number, method: string, params?: unknown) => {
    send({ id, method, params });
    return answer(id);
  };
  const call = (id: string | number, name: string, args: object = {}, more: object = {}) =>
    ask(id, 'tools/call', { name, arguments: args, ...more });
  return { said, errors, raw, send, answer, ask, call, end, output };
}

/** A server in the middle of a call that asks the user; `asking` is the id of the question. */
async function openAsking() {
  const server = openServer();
  await server.ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: { elicitation: {} } });
  server.send({ id: 2, method: 'tools/call', params: { name: 'Ask' } });
  const question = () => server.said.find(({ method }) => method === 'elicitation/create');
  await expect.poll(question, POLL).toBeDefined();
  return { ...server, asking: question()?.id };
}

async function happened(event: string): Promise<void> {
  await expect.poll(() => events, POLL).toContain(event);
}

describe('initialize', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('of a client that speaks %s is answered with %s', async (theirs, ours) => {
    const { ask } = openServer();
    expect(await ask(1, 'initialize', { protocolVersion: theirs, capabilities: {} })).toMatchObject({
      result: { protocolVersion: ours, capabilities: { tools: {} }, serverInfo: { name: 'helve', version: '1.2.3' } },
    });
  });

  it('without a version is refused', async () => {
    const { ask } = openServer();
    expect(await ask(1, 'initialize')).toMatchObject({ error: { code: -32_602 } });
  });
});

describe('a request', () => {
  it.each<[string | number]>([[0], [1], [-7], [1.5], [''], ['1'], ['é "'], [Number.MAX_SAFE_INTEGER]])(
    'with the id %j is answered with the same id',
    async (id) => {
      const { ask } = openServer();
      expect(await ask(id, 'ping')).toEqual({ jsonrpc: '2.0', id, result: {} });
    },
  );

  it.each<[string, object, object]>([
    ['of an unknown method', { method: 'tools/lsit' }, { code: -32_601, message: 'Method not found' }],
    ['of a method that is none', { method: 7 }, { code: -32_600, message: 'method must be a string' }],
    ['with a list of params', { method: 'ping', params: [1] }, { code: -32_600, message: 'params must be an object' }],
    ['without a tool', { method: 'tools/call' }, { code: -32_602, message: 'name must be a string' }],
    [
      'with arguments that are a list',
      { method: 'tools/call', params: { name: 'Echo', arguments: [] } },
      { code: -32_602, message: 'arguments must be an object' },
    ],
    [
      'of an unknown tool',
      { method: 'tools/call', params: { name: 'Ehco' } },
      { code: -32_602, message: 'There is no tool "Ehco". Did you mean Echo?', data: expect.anything() },
    ],
    [
      'of a tool that breaks',
      { method: 'tools/call', params: { name: 'Break' } },
      { code: -32_603, message: 'broken' },
    ],
  ])('%s is told what is wrong', async (_, message, error) => {
    const { send, answer } = openServer();
    send({ id: 1, ...message });
    expect(await answer(1)).toEqual({ jsonrpc: '2.0', id: 1, error });
  });

  it.each([null, undefined])('may have %s for what it leaves out', async (nothing) => {
    const { ask } = openServer();
    expect(await ask(1, 'tools/list', nothing)).toMatchObject({ result: { tools: { length: TOOLS.length } } });
    expect(await ask(2, 'tools/call', { name: 'Echo', arguments: nothing })).toMatchObject({
      result: { content: [{ type: 'text', text: '{}' }] },
    });
  });

  it('may not use the id of one that is being worked on, which goes on', async () => {
    const { send, answer, call, end } = openServer();
    send({ id: 1, method: 'tools/call', params: { name: 'Wait', arguments: { name: 'twin' } } });
    await happened('twin began');
    expect(await call(1, 'Echo')).toMatchObject({ error: { code: -32_600 } });
    expect(events).not.toContain('twin ended');
    await end();
    expect(events).toContain('twin ended');
    expect(await answer(1)).toMatchObject({ error: { code: -32_600 } });
  });

  it('does not wait for another', async () => {
    const { send, call, said } = openServer();
    send({ id: 1, method: 'tools/call', params: { name: 'Wait', arguments: { name: 'slow' } } });
    await happened('slow began');
    const all = await Promise.all(Array.from({ length: 100 }, (_, id) => call(`p${id}`, 'Echo', { id })));
    expect(all.map(({ result }) => result?.content)).toEqual(
      all.map((_, id) => [{ type: 'text', text: JSON.stringify({ id }) }]),
    );
    expect(said.some(({ id }) => id === 1)).toBe(false);
  });
});

describe('what is no request', () => {
  it.each([
    'no JSON',
    'null',
    '7',
    '"text"',
    '{}',
    '[]',
    '{"id":1,"method":"ping"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}',
  ])('%s is reported, and the next is answered', async (line) => {
    const { raw, ask, errors, said } = openServer();
    raw(line);
    await ask('next', 'ping');
    expect({ errors: errors.length, said: said.length }).toEqual({ errors: 1, said: 1 });
  });

  it.each([
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"unknown"}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
    '{"jsonrpc":"2.0","method":"notifications/unknown"}',
    '{"jsonrpc":"2.0","id":99,"result":{}}',
    '{"jsonrpc":"2.0","id":99,"error":null}',
    '',
  ])('%s is passed over, and the next is answered', async (line) => {
    const { raw, ask, errors, said } = openServer();
    raw(line);
    await ask('next', 'ping');
    expect({ errors, said: said.length }).toEqual({ errors: [], said: 1 });
  });

  it('a batch is refused, to each of its requests', async () => {
    const { raw, answer } = openServer();
    raw('[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"jsonrpc":"2.0","id":"b","method":"ping"}]');
    for (const id of [1, 'b']) {
      expect(await answer(id)).toMatchObject({ error: { code: -32_600, message: expect.stringContaining('Batches') } });
    }
  });
});

describe('a call', () => {
  it('that is cancelled ends and is not answered', async () => {
    const { send, ask, said } = openServer();
    send({ id: 'w', method: 'tools/call', params: { name: 'Wait', arguments: { name: 'unwanted' } } });
    await happened('unwanted began');
    send({ method: 'notifications/cancelled', params: { requestId: 'w' } });
    await happened('unwanted ended');
    await ask('next', 'ping');
    expect(said.map(({ id }) => id)).toEqual(['next']);
  });

  it.each(['token', 0])('tells of progress under the token %j, if there is one', async (progressToken) => {
    const { send, said } = openServer();
    const params = { name: 'Wait', arguments: { name: `with ${progressToken}` } };
    send({ id: 1, method: 'tools/call', params: { ...params, _meta: { progressToken } } });
    await expect
      .poll(() => said, POLL)
      .toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 1, message: `with ${progressToken} waits` },
        },
      ]);
  });

  it.each([
    [{ result: { action: 'accept' } }, '{"allow":true}'],
    [{ result: { action: 'decline' } }, '{"allow":false}'],
    [{ result: null }, '{"allow":false}'],
    [
      { error: { code: -1, message: 'no screen' } },
      '{"allow":false,"reason":"the user could not be asked: no screen"}',
    ],
  ])('asks the user, and %j is %s', async (reply, text) => {
    const { asking, send, answer } = await openAsking();
    send({ id: asking, ...reply });
    expect(await answer(2)).toMatchObject({ result: { content: [{ type: 'text', text }] } });
  });

  it('that asks the user does not wait for them once it is cancelled, and they are told', async () => {
    const { asking, send, said, end } = await openAsking();
    send({ method: 'notifications/cancelled', params: { requestId: 2 } });
    await expect
      .poll(() => said.at(-1), POLL)
      .toMatchObject({ method: 'notifications/cancelled', params: { requestId: asking } });
    await end();
  });

  it('that asks the user does not wait for them once the client is gone', async () => {
    const { end } = await openAsking();
    await expect(end()).resolves.toBeUndefined();
  });

  it('ends when the client reads no more', async () => {
    const { send, output, errors } = openServer();
    send({ id: 1, method: 'tools/call', params: { name: 'Wait', arguments: { name: 'deaf' } } });
    await happened('deaf began');
    output.destroy(new Error('EPIPE'));
    await happened('deaf ended');
    expect(errors).toEqual(['EPIPE']);
  });
});
