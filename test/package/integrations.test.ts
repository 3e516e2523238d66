import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAssistant } from '../kit/assistant.ts';
import { BINARY, openSandbox } from '../kit/helve.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const readJson = async (file: string) => JSON.parse(await readFile(join(ROOT, file), 'utf8'));

it('every description of the package has its version and name', async () => {
  const { version, mcpName } = await readJson('packages/helve/package.json');
  expect(await readJson('packages/helve/server.json')).toMatchObject({
    name: mcpName,
    version,
    packages: [{ identifier: 'helve', version }],
  });
  expect((await readJson('.claude-plugin/marketplace.json')).plugins).toMatchObject([{ version }]);
  expect(await readJson('integrations/claude-code/.claude-plugin/plugin.json')).toMatchObject({ version });
});

it('the install links of Cursor and VS Code start helve', async () => {
  const page = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
  const launch = { command: 'npx', args: ['-y', 'helve', 'mcp'] };
  const [, cursor = ''] = /cursor:\/\/.*&config=([\w+/=]+)/.exec(page) ?? [];
  expect(JSON.parse(Buffer.from(cursor, 'base64').toString())).toEqual(launch);
  const [, vscode = ''] = /vscode:mcp\/install\?([^)]+)\)/.exec(page) ?? [];
  expect(JSON.parse(decodeURIComponent(vscode))).toEqual({ name: 'helve', ...launch });
});

describe('the plugin for Claude Code', () => {
  it('can be installed from the marketplace of this repository', async () => {
    const { helve } = await openSandbox();
    const added = await helve(['plugin', 'marketplace', 'add', '--source', ROOT]);
    expect(JSON.parse(added.stdout)).toMatchObject({ ok: true });
    const installed = await helve(['plugin', 'install', '--name', 'helve@helve']);
    expect(JSON.parse(installed.stdout)).toMatchObject({ ok: true });
  });

  it('teaches only commands that exist', async () => {
    const skill = await readFile(join(ROOT, 'integrations/claude-code/skills/helve/SKILL.md'), 'utf8');
    const lines = skill.match(/^helve (?!help|explain).*$/gm)?.filter((line) => !line.endsWith('--help')) ?? [];
    expect(lines.length).toBeGreaterThan(10);
    const { dir, env } = await openSandbox();
    await writeFile(join(dir, 'lines'), lines.map((line) => line.replace('helve', 'helve explain')).join('\n'));
    const { stdout } = await run('bash', ['lines'], { cwd: dir, env });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).data.valid),
    ).toEqual(lines.map(() => true));
  });
});

describe('the GitHub Action', () => {
  it('asks helve and posts the answer as a comment', async () => {
    const posted: unknown[] = [];
    const github = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        posted.push({ url: request.url, authorization: request.headers.authorization, ...JSON.parse(body) });
        response.writeHead(201).end('{}');
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void github.close());
    await once(github, 'listening');
    const { dir, env } = await openAssistant([{ text: 'It looks right.\nend-\nSecond line' }]);
    await writeFile(join(dir, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
    await writeFile(join(dir, 'output'), '');
    const action = {
      ...env,
      HELVE_COMMAND: `${process.execPath} ${BINARY}`,
      HELVE_PROMPT: 'Review this',
      HELVE_PERMISSION_MODE: 'plan',
      HELVE_MAX_COST: '1',
      GITHUB_OUTPUT: join(dir, 'output'),
      GITHUB_EVENT_PATH: join(dir, 'event.json'),
      GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'some/repository',
      GITHUB_TOKEN: 'a-token',
    };
    await run('bash', [join(ROOT, 'integrations/github-action/ask.sh')], { cwd: dir, env: action });
    const [, answer] =
      /^answer<<(?:end-\w+)\n([\s\S]*)\nend-\w+\n$/.exec(await readFile(join(dir, 'output'), 'utf8')) ?? [];
    expect(answer).toBe('It looks right.\nend-\nSecond line');
    const comment = join(ROOT, 'integrations/github-action/comment.mjs');
    await run(process.execPath, [comment], { cwd: dir, env: { ...action, HELVE_ANSWER: answer } });
    expect(posted).toEqual([
      { url: '/repos/some/repository/issues/7/comments', authorization: 'Bearer a-token', body: answer },
    ]);
  });

  it('passes every input on to a step', async () => {
    const action = await readFile(join(ROOT, 'action.yml'), 'utf8');
    const [, inputs = ''] = /\ninputs:\n([\s\S]*?)\n\w/.exec(action) ?? [];
    const names = [...inputs.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(action).toContain(`inputs.${name}`);
  });
});
