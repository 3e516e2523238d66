import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';

const AGENT = '.helve/agents/reviewer.md';
const SKILL = '.claude/skills/deploy/SKILL.md';
const files = {
  [AGENT]: '---\nname: reviewer\ndescription: Reviews\n---\nYou review.',
  [SKILL]: '---\nname: deploy\ndescription: Deploys\n---\nDeploy it.',
};

it('what a project tells a model is left out, and that is said, until the user consents to exactly that', async () => {
  const { ask, helve, server, dir, home } = await openAssistant(() => ({ text: 'ok' }), files);
  const offered = async () => {
    const { stderr } = await ask('Hi');
    const said = JSON.stringify(server.requests.at(-1)?.body.tools);
    return { agent: said.includes('reviewer'), skill: said.includes('deploy'), stderr };
  };
  expect(await offered()).toEqual({ agent: true, skill: true, stderr: '' });

  await rm(join(home, 'consents.json'));
  const without = await offered();
  expect(without).toMatchObject({ agent: false, skill: false });
  expect(without.stderr).toContain('reviewer.md');
  expect(without.stderr).toContain(`helve trust allow --path ${join(dir, '.claude/skills')}`);
  const { data } = JSON.parse((await helve(['trust', 'list'])).stdout);
  expect(data.files.map(({ path, trusted }: { path: string; trusted: boolean }) => [path, trusted])).toEqual([
    [join(dir, '.helve/agents'), false],
    [join(dir, '.claude/skills'), false],
  ]);

  await helve(['trust', 'allow', '--path', SKILL]);
  expect(await offered()).toMatchObject({ agent: false, skill: true });
  await writeFile(join(dir, '.claude/skills/deploy/run.sh'), 'echo changed');
  expect(await offered()).toMatchObject({ skill: false });
  await helve(['trust', 'allow', '--path', '.claude/skills']);
  expect(await offered()).toMatchObject({ skill: true });
  await helve(['trust', 'revoke', '--path', '.claude/skills']);
  expect(await offered()).toMatchObject({ skill: false });
});
