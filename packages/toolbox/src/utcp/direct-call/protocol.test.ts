import { expect, test } from 'vitest';
import { testCall, testHost } from '../network/testing.ts';
import { createDirectCallProtocol } from './protocol.ts';

const protocol = createDirectCallProtocol(async (path, args) =>
  path === 'utcp manual'
    ? { tools: [{ name: 'a', tool_call_template: { call_template_type: 'cli' } }] }
    : { path, args },
);

test('a call runs the command with the arguments', async () => {
  const call = testCall({ call_template_type: 'direct-call', callable_name: 'fs read' }, { path: 'x' });
  expect(await protocol.call(call, testHost())).toEqual({ value: { path: 'fs read', args: { path: 'x' } } });
});

test('a manual is what its command answers', async () => {
  const template = { call_template_type: 'direct-call', callable_name: 'utcp manual' };
  expect((await protocol.discover(template, testHost())).tools).toMatchObject([{ name: 'a' }]);
});

test('a template without a command', async () => {
  const call = testCall({ call_template_type: 'direct-call' });
  await expect(protocol.call(call, testHost())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(protocol.check?.(call.template, 't')).toMatchObject([{ level: 'error', at: 't.callable_name' }]);
});
