import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCallableTemplate, toolOfTemplate } from './callable.ts';
import { cliProtocol } from './cli-protocol.ts';
import { openCliTools, templateOf } from './testing/cli-tools.ts';

describe('a cli manual template', () => {
  it('whose commands take arguments is a tool itself, and registering it runs nothing', async () => {
    const { host, dir } = await openCliTools();
    const template = templateOf(['touch run', 'echo UTCP_ARG_a_UTCP_END UTCP_ARG_b_UTCP_END UTCP_ARG_a_UTCP_END']);
    expect(isCallableTemplate(template)).toBe(true);
    const { tools } = await cliProtocol.discover(template, host);
    expect(tools).toEqual([toolOfTemplate(template)]);
    expect(tools[0]?.inputs).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a', 'b'],
    });
    expect(existsSync(join(dir, 'run'))).toBe(false);
  });

  it('may say that it is a tool itself, or that it is none', async () => {
    const { host, dir } = await openCliTools();
    const template = templateOf({ commands: [{ command: 'touch run' }], callable: true });
    expect((await cliProtocol.discover(template, host)).tools).toHaveLength(1);
    expect(existsSync(join(dir, 'run'))).toBe(false);
    expect(isCallableTemplate(templateOf({ commands: [{ command: 'x UTCP_ARG_a_UTCP_END' }], callable: false }))).toBe(
      false,
    );
  });

  it('else prints its manual', async () => {
    const { host } = await openCliTools();
    const template = templateOf([`printf '{"utcp_version":"1.0.0","manual_version":"1.0.0","tools":[]}'`]);
    expect(await cliProtocol.discover(template, host)).toEqual({
      utcp_version: '1.0.0',
      manual_version: '1.0.0',
      tools: [],
    });
  });

  it('that prints none is an error', async () => {
    const { host } = await openCliTools();
    await expect(cliProtocol.discover(templateOf(['echo hello']), host)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});
