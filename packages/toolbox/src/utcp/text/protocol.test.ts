import { expect, test } from 'vitest';
import { testCall, testHost } from '../network/testing.ts';
import { textProtocol } from './protocol.ts';

const OPENAPI = 'openapi: 3.0.0\npaths: {/a: {get: {operationId: a}}}';

test.each([
  ['JSON', '{"tools":[{"name":"a","tool_call_template":{"call_template_type":"http"}}]}'],
  ['YAML', 'tools:\n  - name: a\n    tool_call_template: { call_template_type: http }\n'],
  ['an object', { tools: [{ name: 'a', tool_call_template: { call_template_type: 'http' } }] }],
])('a manual as %s', async (_name, content) => {
  const { tools } = await textProtocol.discover({ call_template_type: 'text', content }, testHost());
  expect(tools).toMatchObject([{ name: 'a' }]);
});

test('an OpenAPI document with a base_url', async () => {
  const template = { call_template_type: 'text', content: OPENAPI, base_url: 'http://127.0.0.1:8080/v1' };
  const { tools } = await textProtocol.discover(template, testHost());
  expect(tools[0]?.tool_call_template.url).toBe('http://127.0.0.1:8080/v1/a');
});

test('an OpenAPI document that nowhere says where its server is', async () => {
  const template = { call_template_type: 'text', content: OPENAPI };
  await expect(textProtocol.discover(template, testHost())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    hint: 'Set it in the template: "base_url": "https://…".',
  });
});

test('a call gives the content', async () => {
  const call = testCall({ call_template_type: 'text', content: 'hello' });
  expect(await textProtocol.call(call, testHost())).toEqual({ value: 'hello' });
});

test('a template without content', async () => {
  const template = { call_template_type: 'text', file_path: 'x' };
  await expect(textProtocol.discover(template, testHost())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(textProtocol.check?.(template, 't').map(({ level, at }) => [level, at])).toEqual([
    ['warning', 't.file_path'],
    ['error', 't.content'],
  ]);
});
