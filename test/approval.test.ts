import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLine } from '@helve/command/line';
import { runLine } from '../packages/helve/src/index.ts';
import { describe, expect, it } from 'vitest';
import { registry } from './kit/doors.ts';
import { openSandbox } from './kit/helve.ts';
import { connect } from './kit/mcp.ts';
import { openServiceSandbox, readToken } from './kit/service.ts';

const GREET = '{"name":"greet","call_template_type":"cli","commands":[{"command":"echo UTCP_ARG_word_UTCP_END"}]}';

/** Lines by which a model would approve something in the name of its user. */
const LINES = [
  'helve trust allow --path .mcp.json',
  'helve tool trust --path .mcp.json',
  `helve utcp register --template '${GREET}'`,
  'helve utcp deregister --name greet',
  `helve mcp configure --name x --config '{"command":"true"}'`,
  `helve config set --key permissions.allow --value '["Bash(*)"]'`,
  'helve config set --key network.allowPrivate --value true',
  'helve config unset --key permissions.deny',
  'helve plugin install --name ./tools',
  'helve browser launch --headless --program /bin/true',
  `helve tool call --tool trust.allow --params '{"path":".mcp.json"}'`,
];

const REFUSED = { code: 'PERMISSION_DENIED', message: expect.stringContaining('only a person can approve it') };

describe('a model cannot approve in the name of a person', () => {
  it.each(LINES)('as a line of the library: %s', async (line) => {
    const { dir, env } = await withProject();
    const { error } = await runLine(line, { cwd: dir, env, permissionMode: 'bypassPermissions' });
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it.each(['first', 'second', 'stateless'] as const)(
    'over MCP, with tools and with lines (%s client)',
    async (kind) => {
      const sandbox = await withProject();
      const client = await connect(sandbox, ['--tools', 'all', '--permission-mode', 'bypassPermissions'], kind);
      const refused = await client.call('TrustAllow', { path: '.mcp.json' });
      expect(refused._meta?.['helve/error']).toMatchObject(REFUSED);
      const batch = await connect(sandbox, ['--tools', 'line'], kind);
      for (const line of LINES) {
        const answer = await batch.call('helve', { line });
        expect([line, answer._meta?.['helve/error']]).toEqual([
          line,
          expect.objectContaining({ code: 'PERMISSION_DENIED' }),
        ]);
      }
      expect((await sandbox.helve(['trust', 'list'])).stdout).not.toContain('"trusted":true');
    },
  );

  it('over MCP, unless its user accepts', async () => {
    const sandbox = await withProject();
    const asked: string[] = [];
    const answers = ['decline', 'accept'] as const;
    const client = await connect(sandbox, ['--tools', 'all'], 'second', (message) => {
      asked.push(message);
      return answers[asked.length - 1] ?? 'cancel';
    });
    expect((await client.call('TrustAllow', { path: '.mcp.json' })).isError).toBe(true);
    expect((await client.call('TrustAllow', { path: '.mcp.json' })).isError).toBeFalsy();
    expect(asked).toEqual([expect.stringContaining('trust allow'), expect.stringContaining('trust allow')]);
  });

  it('by a program that calls helve', async () => {
    const sandbox = await withProject();
    const client = await connect(sandbox, ['--tools', 'all'], 'second');
    const set = 'helve config set --key sandbox --value off';
    const commands = [
      `true && ${set}`,
      `${set} | cat`,
      `bash -c '${set}'`,
      `env ${set}`,
      `echo '${set}' | helve batch`,
      `x=helve; $x config set --key sandbox --value off`,
      `python3 -c 'import subprocess; subprocess.run("${set}", shell=True)'`,
      `helve shell-init bash > init.sh; bash -c '. ./init.sh; ${set}'`,
    ];
    for (const command of commands) await client.call('CliRun', { command });
    expect((await sandbox.helve(['config', 'get', '--key', 'sandbox'])).stdout).not.toContain('off');
    expect((await sandbox.helve(['config', 'set', '--key', 'sandbox', '--value', 'off'])).code).toBe(0);
  });

  it('through the UTCP door of the service', async () => {
    const sandbox = await openServiceSandbox();
    await writeFile(join(sandbox.dir, '.mcp.json'), '{"mcpServers":{}}');
    const { stdout } = await sandbox.helve(['service', 'start', '--port', '0']);
    for (const line of LINES) {
      const parsed = await parseLine(registry, line);
      if (parsed.kind !== 'command') throw new Error(line);
      const path = parsed.command.path.replaceAll(' ', '/');
      const url = `http://127.0.0.1:${JSON.parse(stdout).port}/utcp/${path}?cwd=${encodeURIComponent(sandbox.dir)}`;
      const headers = { authorization: `Bearer ${await readToken(sandbox.home)}` };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(parsed.input) });
      expect([line, response.status]).toEqual([line, 403]);
    }
  });

  it('but may change how helve looks, and a person may approve in a terminal', async () => {
    const { dir, env, helve } = await withProject();
    expect((await runLine('helve config set --key language --value ko', { cwd: dir, env })).error).toBeUndefined();
    expect(
      (await runLine('helve trust allow --path .mcp.json', { cwd: dir, env, by: 'person' })).error,
    ).toBeUndefined();
    expect((await helve(['trust', 'allow', '--path', '.mcp.json'])).code).toBe(0);
  });
});

async function withProject() {
  const sandbox = await openSandbox();
  await writeFile(join(sandbox.dir, '.mcp.json'), '{"mcpServers":{}}');
  return sandbox;
}
