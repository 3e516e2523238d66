import { expect, test } from 'vitest';
import { testHost } from '../network/testing.ts';
import { readDocument } from './read-document.ts';

const template = { call_template_type: 'http' };
const tool = (name: string, more: object) => ({ name, tool_call_template: { call_template_type: 'http', ...more } });
const manual = {
  tools: [
    tool('away', { url: 'https://api.example.com/' }),
    tool('here', { url: 'http://127.0.0.1:2375/containers' }),
    tool('token', { url: 'https://api.example.com/', auth: { auth_type: 'oauth2', token_url: 'http://localhost/' } }),
  ],
};

test('tools of a manual from elsewhere that call this machine are left out, with a warning', async () => {
  const host = testHost();
  const { tools } = await readDocument(manual, template, host, new URL('https://manuals.example.com/m.json'));
  expect(tools.map(({ name }) => name)).toEqual(['away']);
  expect(host.warnings).toEqual([
    'The tool here is left out: a manual from manuals.example.com may not call this machine',
    'The tool token is left out: a manual from manuals.example.com may not call this machine',
  ]);
});

test.each([
  ['from this machine', {}, new URL('http://127.0.0.1:80/')],
  ['that stands in a file', {}, undefined],
  ['when the user allows private networks', { privateNetwork: true }, new URL('https://manuals.example.com/')],
])('all tools of a manual are kept %s', async (_name, allow, from) => {
  expect((await readDocument(manual, template, testHost({ allow }), from)).tools).toHaveLength(3);
});

test('YAML that multiplies itself is no manual', async () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1) {
    const alias = `*a${level - 1}`;
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => alias).join(', ')}]`);
  }
  await expect(readDocument(lines.join('\n'), template, testHost())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
