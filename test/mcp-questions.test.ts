import { createRequire } from 'node:module';
import { spawn } from '@lydell/node-pty';
import { expect, it, onTestFinished } from 'vitest';
import { BINARY } from './kit/helve.ts';
import { connect } from './kit/mcp.ts';
import { openServiceSandbox } from './kit/service.ts';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const SETTINGS = { mcpServers: { every: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } };

it('puts the question of a server in the service to the person at the terminal', async () => {
  const { dir, env } = await openServiceSandbox({}, SETTINGS);
  const terminal = spawn(
    process.execPath,
    [BINARY, 'mcp', 'execute', '--toolbox', 'every', '--tool', 'trigger-elicitation-request'],
    { cwd: dir, env, cols: 200 },
  );
  onTestFinished(() => terminal.kill());
  let screen = '';
  let answered = 0;
  terminal.onData((data) => {
    screen += data;
    // Each question ends in a colon or a bracket and waits.
    const questions = screen.split(/(?:\): |\[Y\/n\] )/).length - 1;
    for (; answered < questions; answered++) terminal.write(answered === 1 ? 'Ada\r' : '\r');
  });
  const code = await new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining('every asks: ') });
  expect(screen).toMatch(/User provided the requested information[\s\S]*Ada/);
});

it('declines for who has nobody to ask', async () => {
  const { helve } = await openServiceSandbox({}, SETTINGS);
  const args = ['mcp', 'execute', '--toolbox', 'every', '--tool', 'trigger-elicitation-request'];
  expect(JSON.parse((await helve(args)).stdout)).toMatchObject({ data: { text: expect.stringContaining('declined') } });
});

it.each(['first', 'second'] as const)(
  'passes the question of a server on to the user of an MCP client (%s)',
  async (kind) => {
    const sandbox = await openServiceSandbox({}, SETTINGS);
    const asked: string[] = [];
    const client = await connect(sandbox, ['--tools', 'mcp'], kind, (message) => {
      asked.push(message);
      return 'decline';
    });
    const input = { toolbox: 'every', tool: 'trigger-elicitation-request' };
    expect(await client.call('McpExecute', input)).toMatchObject({
      structuredContent: { text: expect.stringContaining('declined') },
    });
    expect(asked).toEqual([expect.stringMatching(/^every asks: /)]);
  },
);
