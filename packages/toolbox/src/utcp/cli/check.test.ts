import { describe, expect, it } from 'vitest';
import type { UtcpTool } from '../manual-format.ts';
import { cliProtocol } from './cli-protocol.ts';
import { templateOf, type TestTool } from './testing/cli-tools.ts';

const X = 'UTCP_ARG_x_UTCP_END';
const check = (tool: TestTool, inputs?: UtcpTool['inputs']) => {
  const template = templateOf(tool);
  const described = {
    name: 't',
    description: '',
    inputs: inputs ?? {},
    outputs: {},
    tags: [],
    tool_call_template: template,
  };
  return cliProtocol.check?.(template, 'tools[0].tool_call_template', inputs && described) ?? [];
};
const brief = (...args: Parameters<typeof check>) =>
  check(...args).map(
    ({ level, at, message }) => `${level} ${at.replace('tools[0].tool_call_template.', '')}: ${message}`,
  );

describe('validating a cli template', () => {
  it('finds nothing in a good one', () => {
    const inputs = { type: 'object', properties: { x: { type: 'string' } } };
    expect(check({ commands: [{ command: `cat -- ${X}` }, { command: 'echo "$CMD_0_OUTPUT"' }] }, inputs)).toEqual([]);
  });

  it('points at each placeholder that would be run', () => {
    expect(check([`echo ${X}`, `bash -c "ls ${X}" && echo $((${X}))`, 'eval "$CMD_0_OUTPUT"'])).toMatchObject([
      {
        level: 'error',
        at: 'tools[0].tool_call_template.commands[1].command',
        message: `${X} at character 13 is run by bash`,
      },
      {
        at: 'tools[0].tool_call_template.commands[1].command',
        message: expect.stringMatching(/at character 45 is evaluated as arithmetic/),
      },
      { at: 'tools[0].tool_call_template.commands[2].command', message: '$CMD_0_OUTPUT is evaluated by eval' },
    ]);
  });

  it('names keys that have no effect', () => {
    expect(brief({ commands: [{ command: 'ls', apend: true }], workdir: '/' })).toEqual([
      'warning workdir: Unknown; has no effect',
      'warning commands[0].apend: Unknown; has no effect',
    ]);
  });

  it('names keys that are wrong', () => {
    expect(
      brief({ commands: [{ command: 5 }], env_vars: { 'a b': 'x' }, timeout_ms: 0 }).map((each) => each.split(':')[0]),
    ).toEqual(['error commands[0].command', 'error env_vars.a b', 'error timeout_ms']);
  });

  it('names arguments that inputs do not declare', () => {
    expect(brief([`echo ${X}`], { type: 'object', properties: { y: {} } })).toEqual([
      `error commands[0].command: ${X} at character 6 names an argument that inputs do not declare`,
    ]);
  });

  it('names outputs that are not there', () => {
    expect(brief(['echo $CMD_0_OUTPUT', 'echo ${CMD_5_OUTPUT}'])).toEqual([
      'warning commands[0].command: $CMD_0_OUTPUT is empty here: that step has not run yet',
      'error commands[1].command: $CMD_5_OUTPUT is empty here: there are only 2 steps, counted from 0',
    ]);
  });

  it('names steps that do not parse', () => {
    expect(brief(['echo "open', 'if true; then'])).toEqual([
      expect.stringMatching(/^error commands\[0\]\.command: Does not parse at character \d+: /),
      expect.stringMatching(/^error commands\[1\]\.command: Does not parse at character \d+: /),
    ]);
  });

  it('names variables that are left out, and arguments that are not guarded', () => {
    const commands = [{ command: `eval ${X}` }];
    expect(brief({ commands, env_vars: { CMD_0_OUTPUT: 'x' }, unsafe_arguments: ['x', 'y'] })).toEqual([
      'warning env_vars.CMD_0_OUTPUT: Is set by the script itself, and left out',
      'warning unsafe_arguments: x may be run as code or read as an option',
      'warning unsafe_arguments: No command names y',
    ]);
  });
});
