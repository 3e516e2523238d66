import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../kit/helve.ts';
import { connect } from '../kit/mcp.ts';
import { say } from '../kit/said.ts';
import { giving, inText, manualOf, register } from '../kit/utcp.ts';

/** A manual with one tool, `shed call`, that runs a line. */
const tool = (command: string) => ({
  ...inText('shed', { name: 'call', tool_call_template: { call_template_type: 'cli', commands: [{ command }] } }),
  allowed_communication_protocols: ['cli'],
});

async function openProject(settings?: object) {
  const sandbox = await openSandbox({ 'a.txt': 'a\n' }, settings);
  await writeFile(join(sandbox.home, 'token'), 'BAIT-SECRET');
  return { ...sandbox, bait: join(sandbox.dir, '../PWN') };
}

describe('a cli tool of UTCP that a person calls', () => {
  it('writes the project and nothing else, and cannot read the token', async () => {
    const { bait, ...sandbox } = await openProject();
    await register(sandbox, tool(`touch ${bait}; touch made; cat ${sandbox.home}/token; cat a.txt; true`));
    const answer = await say(sandbox, 'shed', 'call');
    expect(answer).toMatchObject({ data: { value: 'a' } });
    expect(existsSync(bait)).toBe(false);
    expect(existsSync(join(sandbox.dir, 'made'))).toBe(true);
  });

  it('has the network', async () => {
    const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const sandbox = await openProject();
    await register(sandbox, tool(`curl -s http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    expect(await say(sandbox, 'shed', 'call')).toMatchObject({ data: { value: 'served' } });
  });

  it('cannot have helve read a file for it through a link in the place of its output', async () => {
    const sandbox = await openProject();
    const swap = (stream: string) => `f=$(readlink /proc/self/fd/${stream}); rm "$f"; ln -s ${sandbox.home}/token "$f"`;
    await register(sandbox, tool(`${swap('1')}; ${swap('2')}`));
    expect(JSON.stringify(await say(sandbox, 'shed', 'call', '--detail'))).not.toContain('BAIT-SECRET');
  });

  it('runs outside with the setting sandbox: off', async () => {
    const { bait, ...sandbox } = await openProject({ sandbox: 'off' });
    await register(sandbox, tool(`touch ${bait}`));
    expect(await say(sandbox, 'shed', 'call')).toMatchObject({ ok: true });
    expect(existsSync(bait)).toBe(true);
  });

  it('is confined where commands find the manual, too', async () => {
    const { bait, ...sandbox } = await openProject();
    await writeFile(join(sandbox.dir, 'manual.json'), JSON.stringify(manualOf(giving('one', 'uno'))));
    const template = {
      name: 'found',
      call_template_type: 'cli',
      commands: [{ command: `touch ${bait}; touch ran; cat manual.json` }],
      allowed_communication_protocols: ['text'],
    };
    expect(await register(sandbox, template)).toMatchObject({ data: { tools: ['found.one'] } });
    expect(existsSync(join(sandbox.dir, 'ran'))).toBe(true);
    expect(await say(sandbox, 'utcp', 'list', '--refresh')).toMatchObject({ ok: true });
    expect(existsSync(bait)).toBe(false);
  });

  it('that fails over the sandbox says what it needed and what to do', async () => {
    const sandbox = await openProject();
    await writeFile(join(sandbox.dir, '.mcp.json'), '{}');
    await register(sandbox, tool('echo x > .mcp.json'));
    expect(await say(sandbox, 'shed', 'call')).toMatchObject({
      error: {
        hint: expect.stringMatching(/The sandbox blocked it: it needs to write .*\.mcp\.json.*Edit\(.*\.mcp\.json\)/),
      },
    });
  });
});

it('an MCP client calls it confined', async () => {
  const { bait, ...sandbox } = await openProject();
  await register(sandbox, tool(`touch ${bait}; cat ${sandbox.home}/token; cat a.txt`));
  const client = await connect(sandbox, ['--tools', 'toolbox']);
  const called = await client.call('shed_call', {});
  expect(JSON.stringify(called)).toContain('a');
  expect(JSON.stringify(called)).not.toContain('BAIT-SECRET');
  expect(existsSync(bait)).toBe(false);
});

it('in mode default it runs without a question, and without the network', async () => {
  const { bait, ...sandbox } = await openProject();
  await register(sandbox, tool(`touch ${bait}; touch made; curl -sS http://example.com`));
  await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify({ permissions: { mode: 'default' } }));
  expect(await say(sandbox, 'shed', 'call')).toMatchObject({
    error: { code: 'IO_FAILED', hint: expect.stringContaining('Network(domain:example.com)') },
  });
  expect(existsSync(join(sandbox.dir, 'made'))).toBe(true);
  expect(existsSync(bait)).toBe(false);
});
