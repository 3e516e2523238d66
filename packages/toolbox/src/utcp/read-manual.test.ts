import { describe, expect, it } from 'vitest';
import { readManual } from './read-manual.ts';

const template = { name: 'box', call_template_type: 'cli' };
const tool = { name: 'hi', tool_call_template: { call_template_type: 'cli', commands: [{ command: 'echo hi' }] } };
const READ = {
  name: 'hi',
  description: '',
  inputs: { type: 'object', properties: {} },
  outputs: {},
  tags: [],
  tool_call_template: tool.tool_call_template,
};

function read(source: unknown) {
  const { manual, findings } = readManual(source, { template });
  return { tools: manual.tools, findings: findings.map(({ level, at, message }) => `${level} ${at}: ${message}`) };
}

describe('reading a manual', () => {
  const noise = 'warning : there is other text around the manual';
  it.each<[string, unknown, string[]]>([
    ['an object', { utcp_version: '1.0.1', tools: [tool] }, []],
    ['JSON', JSON.stringify({ tools: [tool] }), []],
    ['JSON with a byte order mark', `\uFEFF${JSON.stringify({ tools: [tool] })}`, []],
    ['a bare list of tools', [tool], []],
    ['one tool', tool, []],
    ['log lines before it', `loading…\n[info] ready\n${JSON.stringify({ tools: [tool] }, null, 2)}`, [noise]],
    ['log lines around it', `start\n${JSON.stringify({ tools: [tool] }, null, 2)}\nbye`, [noise]],
    ['one tool a line', `${JSON.stringify(tool)}\ndone`, [noise]],
    ['an info block', { info: { title: 'x' }, tools: [tool] }, []],
    [
      'keys it does not know',
      { tools: [{ ...tool, color: 'red' }] },
      ['warning tools[0].color: is no key of the format, and is ignored'],
    ],
    ['a name with the manual before it', [{ ...tool, name: 'box.hi' }], []],
    [
      'the words of the first version',
      [{ name: 'hi', tool_provider: { provider_type: 'cli', command_name: 'echo hi' } }],
      [],
    ],
  ])('understands %s', (_, source, findings) => {
    expect(read(source)).toEqual({ tools: [READ], findings });
  });

  it('leaves out what is no tool, and says so', () => {
    expect(read({ tools: [tool, tool, 7, { name: ' ' }, { name: 'mute' }] })).toEqual({
      tools: [READ],
      findings: [
        'error tools[1]: there is a tool hi already; this one is left out',
        'error tools[2]: a tool must be an object; the tool is left out',
        'error tools[3]: a tool needs a name; the tool is left out',
        'error tools[4]: the tool does not say how it is called; the tool is left out',
      ],
    });
  });

  it.each([
    ['text that is not JSON', 'command not found', 'The manual is not JSON: it begins "command not found"'],
    ['nothing', ' \n', 'The manual is not JSON: there is nothing'],
    ['JSON of something else', '{"a":1}', 'This is no UTCP manual: it has no list of tools'],
    ['a number', 7, 'This is no UTCP manual: it has no list of tools'],
  ])('refuses %s', (_, source, message) => {
    expect(() => read(source)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', message }));
  });
});
