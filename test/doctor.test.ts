import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox, runBinary, type Sandbox } from './kit/helve.ts';

/** What a person is told of a topic. */
async function examine(helve: Sandbox['helve'], topic: string): Promise<readonly string[]> {
  const { stdout } = await helve(['doctor', topic]);
  return stdout.replaceAll('\r', '').trimEnd().split('\n');
}

it('says whether there is a model to talk to', async () => {
  const { helveOnTerminal, env } = await openSandbox({}, { model: 'haiku' });
  env.OLLAMA_HOST = '127.0.0.1:9';
  const lines = () => examine(helveOnTerminal, 'assistant');
  expect(await lines()).toEqual([
    expect.stringMatching(/^✓ assistant settings: .*settings\.json$/),
    '– assistant model: There is no key for claude-haiku-4-5',
    expect.stringContaining('→ Set ANTHROPIC_API_KEY'),
    'Nothing is wrong. Not in use: assistant model.',
  ]);
  env.ANTHROPIC_API_KEY = 'some-key';
  expect(await lines()).toEqual([
    expect.stringMatching(/^✓ assistant settings/),
    '✓ assistant model: Claude Haiku 4.5, asked of anthropic',
    'All is well.',
  ]);
});

it('says what the machine lacks', async () => {
  const { helveOnTerminal, env, home, dir } = await openSandbox();
  const lines = () => examine(helveOnTerminal, 'machine');
  const node = `✓ machine node: ${process.version}`;
  const git = expect.stringMatching(/^✓ machine git: git version \d/);
  expect(await lines()).toEqual([node, `✓ machine home: ${home} can be written`, git, 'All is well.']);

  env.HELVE_HOME = join(home, 'below', 'it');
  expect(await lines()).toEqual([
    node,
    `✓ machine home: ${join(home, 'below', 'it')} can be made`,
    git,
    'All is well.',
  ]);

  const file = join(dir, 'file');
  await writeFile(file, '');
  env.HELVE_HOME = file;
  expect(await lines()).toEqual([
    node,
    `✗ machine home: ${file} cannot be written`,
    expect.stringMatching(/^ {2}→ .*HELVE_HOME$/),
    '· machine git: not looked at, because home failed',
    'Something is wrong: machine home.',
  ]);
  env.HELVE_HOME = home;

  const { stdout } = await runBinary(['doctor', 'machine'], { cwd: dir, env: { ...env, PATH: dir } });
  expect(JSON.parse(stdout).data).toMatchObject({
    ok: true,
    checks: [{}, {}, { check: 'git', state: 'off', detail: 'git is not installed' }],
  });
});
