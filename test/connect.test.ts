import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../packages/helve/src/connect/clients.ts';
import { openSandbox, type Sandbox } from './kit/helve.ts';

async function connect(sandbox: Sandbox, ...args: string[]) {
  const { code, stdout, stderr } = await sandbox.helve(['connect', ...args]);
  return {
    code,
    stderr,
    ...(JSON.parse(stdout) as { ok: boolean; data: Data; error: { code: string; hint: string } }),
  };
}

interface Data {
  readonly file: string;
  readonly changed: boolean;
  readonly clients: readonly { client: string; state: string; file: string }[];
  readonly checks: readonly { client: string; ok: boolean; tools: readonly string[]; reason: string }[];
}

/** Files as their clients document them, with comments where those allow them. */
const CONFIGURED = {
  'claude-code': ['.claude.json', '{"numStartups": 3, "mcpServers": {"other": {"command": "other"}}}'],
  'claude-desktop': [
    '.config/Claude/claude_desktop_config.json',
    '{\n\t"globalShortcut": "",\n\t"mcpServers": {}\n}\n',
  ],
  codex: [
    '.codex/config.toml',
    '# my model\nmodel = "gpt-5.2"\n\n[mcp_servers.other]\ncommand = "other"\n\n[mcp_servers.other.env]\nA = "b"\n',
  ],
  cursor: ['.cursor/mcp.json', '{}'],
  gemini: ['.gemini/settings.json', '{\n  "theme": "Dracula"\n}\n'],
  opencode: ['.config/opencode/opencode.json', '{ "$schema": "https://opencode.ai/config.json" }'],
  vscode: ['.config/Code/User/mcp.json', '{\n  "servers": {},\n  "inputs": []\n}\n'],
  windsurf: ['.codeium/windsurf/mcp_config.json', ''],
  zed: ['.config/zed/settings.json', '// Zed settings\n{\n  "theme": "One Dark", // dark\n  "vim_mode": true,\n}\n'],
} as const;

describe('helve connect', () => {
  it.each(Object.entries(CONFIGURED))(
    'adds helve to %s, starts it as configured and removes it',
    async (name, [path, before]) => {
      const sandbox = await openSandbox();
      const file = join(sandbox.env.HOME ?? '', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, before, { mode: 0o644 });

      expect(await connect(sandbox, name, '--yes')).toMatchObject({ code: 0, data: { file, changed: true } });
      const after = await readFile(file, 'utf8');
      expect(after).toContain('mcp');
      const kept = before.match(/(?:\/\/|#) .*|"theme": "[^"]*"|"other"|numStartups/g) ?? [];
      for (const each of kept) expect(after).toContain(each);
      expect((await stat(file)).mode & 0o777).toBe(0o644);
      expect(await connect(sandbox, name, '--yes')).toMatchObject({ code: 0, data: { changed: false } });

      expect(await connect(sandbox, name, '--check')).toMatchObject({
        code: 0,
        data: { checks: [{ client: name, ok: true, tools: expect.arrayContaining(['CliRun']) }] },
      });
      expect(await connect(sandbox, name, '--remove', '--yes')).toMatchObject({ code: 0, data: { changed: true } });
      expect(await readFile(file, 'utf8')).not.toContain('helve');
    },
  );

  it('knows a file for every client', () => {
    expect(Object.keys(CONFIGURED)).toEqual(CLIENTS.map(({ name }) => name));
  });

  it('keeps the tables around that of helve in TOML', async () => {
    const sandbox = await openSandbox();
    const file = join(sandbox.env.HOME ?? '', '.codex/config.toml');
    await mkdir(dirname(file));
    const others =
      '[mcp_servers.a]\ncommand = "a"\n\n[mcp_servers."helve".env]\nB = "c"\n\n[mcp_servers.z]\ncommand = "z"\n';
    await writeFile(file, others);
    await connect(sandbox, 'codex', '--yes', '--tools', 'line', '--sandbox');
    expect(await readFile(file, 'utf8')).toBe(
      [
        '[mcp_servers.a]\ncommand = "a"',
        '[mcp_servers.z]\ncommand = "z"',
        '[mcp_servers.helve]\ncommand = "helve"\nargs = [ "mcp", "--tools", "line", "--sandbox" ]\n',
      ].join('\n\n'),
    );
  });

  it('gives the client only the tool sets that were asked for', async () => {
    const sandbox = await openSandbox();
    await connect(sandbox, 'cursor', '--project', '--yes', '--tools', 'line');
    expect(await connect(sandbox, '--check', '--project')).toMatchObject({
      code: 0,
      data: { checks: [{ client: 'cursor', tools: ['helve'] }] },
    });
  });

  it('lists the clients with their state', async () => {
    const sandbox = await openSandbox();
    await connect(sandbox, 'gemini', '--yes');
    await mkdir(join(sandbox.env.HOME ?? '', '.cursor'));
    await writeFile(join(sandbox.env.HOME ?? '', '.cursor/mcp.json'), '{"mcpServers": ');
    const { data } = await connect(sandbox);
    const states = Object.fromEntries(data.clients.map(({ client, state }) => [client, state]));
    expect(states).toMatchObject({ gemini: 'connected', cursor: 'broken', zed: 'not connected' });
  });

  it('shows the change and writes nothing where nobody can be asked', async () => {
    const sandbox = await openSandbox();
    const { code, stderr, error } = await connect(sandbox, 'vscode', '--project');
    expect({ code, error }).toMatchObject({ code: 2, error: { hint: 'Add --yes to write without asking.' } });
    expect(stderr).toContain('+      "command": "helve"');
    await expect(stat(join(sandbox.dir, '.vscode/mcp.json'))).rejects.toThrow('ENOENT');
  });

  it('asks a person at a terminal, and takes no for an answer', async () => {
    const sandbox = await openSandbox();
    const { stdout } = await sandbox.helveOnTerminal(['connect', 'cursor', '--project'], 'n\n');
    expect(stdout).toContain('Write this change? [y/N]');
    expect(stdout).toContain('you declined');
    await expect(stat(join(sandbox.dir, '.cursor/mcp.json'))).rejects.toThrow('ENOENT');
  });

  it('leaves a broken configuration as it is', async () => {
    const sandbox = await openSandbox({ '.cursor/mcp.json': '{"mcpServers": {"a": }' });
    expect(await connect(sandbox, 'cursor', '--project', '--yes')).toMatchObject({
      code: 2,
      error: { code: 'INVALID_INPUT', message: expect.stringContaining('ValueExpected in line 1') },
    });
    expect(await readFile(join(sandbox.dir, '.cursor/mcp.json'), 'utf8')).toBe('{"mcpServers": {"a": }');
  });

  it('keeps a configuration that is a link', async () => {
    const sandbox = await openSandbox({ 'dotfiles/mcp.json': '{}' });
    await mkdir(join(sandbox.dir, '.cursor'));
    await symlink('../dotfiles/mcp.json', join(sandbox.dir, '.cursor/mcp.json'));
    await connect(sandbox, 'cursor', '--project', '--yes');
    expect(await readFile(join(sandbox.dir, 'dotfiles/mcp.json'), 'utf8')).toContain('helve');
  });

  it('is refused to programs of a model', async () => {
    const sandbox = await openSandbox();
    sandbox.env.HELVE_OWNER = 'conversation-1';
    expect(await connect(sandbox, 'cursor', '--yes')).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
  });

  it('reports a server that does not start', async () => {
    const sandbox = await openSandbox({
      '.cursor/mcp.json': '{"mcpServers": {"helve": {"command": "helve", "args": ["mcp", "--tolls", "x"]}}}',
    });
    expect(await connect(sandbox, 'cursor', '--project', '--check')).toMatchObject({
      code: 1,
      data: { checks: [{ ok: false, reason: expect.stringContaining('--tools') }] },
    });
  });

  it('suggests the client that was meant', async () => {
    expect(await connect(await openSandbox(), 'claud-code')).toMatchObject({
      code: 2,
      error: { hint: 'Did you mean claude-code?' },
    });
  });
});
