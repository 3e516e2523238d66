import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../packages/assistant/src/testing/scripted-reply.ts';
import { openAssistant } from './kit/assistant.ts';

const read = (path: string): ScriptedReply => ({ calls: [{ name: 'Read', input: { file_path: path } }] });

describe('rule files', () => {
  it('are told from the beginning, or once a file is touched that their paths match', async () => {
    const files = {
      '.claude/rules/style.md': 'Use tabs.',
      '.claude/rules/web/react.md': '---\npaths: "src/**/*.{tsx,jsx}"\n---\nUse hooks.',
      '.helve/rules/tests.md':
        '---\ndescription: x\npaths:\n  - test/**\n  - "**/*.test.ts"\n---\nName tests as sentences.',
      'src/a/view.tsx': '',
      'src/a/view.test.ts': '',
      'src/a/plain.ts': '',
    };
    const steps = [read('src/a/plain.ts'), read('src/a/view.tsx'), read('src/a/view.test.ts'), read('src/a/view.tsx')];
    const { ask, server, env } = await openAssistant([...steps, { text: 'ok' }], files);
    await mkdir(join(env.HOME ?? '', '.claude', 'rules'), { recursive: true });
    await writeFile(join(env.HOME ?? '', '.claude', 'rules', 'own.md'), 'Be brief.');
    await ask('Go');
    const counts = server.requests.map(({ text }) =>
      ['Use tabs.', 'Be brief.', 'Use hooks.', 'Name tests as sentences.'].map((rule) => text.split(rule).length - 1),
    );
    expect(counts).toEqual([
      [1, 1, 0, 0],
      [1, 1, 0, 0],
      [1, 1, 1, 0],
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ]);
    expect(server.requests.at(-1)?.text).not.toContain('paths:');
  });
});

describe('models.json of the home', () => {
  it('adds models and short names, and settings overrule it', async () => {
    const settings = { models: { 'claude-sonnet-5-5': { maxOutput: 1_000 } } };
    const { ask, server, home } = await openAssistant(() => ({ text: 'ok' }), {}, settings);
    const models = {
      'claude-sonnet-5-5': { maxOutput: 2_000 },
      'claude-house-1': { window: 50_000, maxOutput: 3_000, prices: { input: 1, output: 2 } },
    };
    await writeFile(join(home, 'models.json'), JSON.stringify({ models, aliases: { house: 'claude-house-1' } }));
    await ask('Hi');
    await ask('Hi', ['--model', 'house', '--max-cost', '1']);
    expect(server.requests.map(({ body }) => [body.model, body.max_tokens])).toEqual([
      ['claude-sonnet-5-5', 1_000],
      ['claude-house-1', 3_000],
    ]);
    await writeFile(join(home, 'models.json'), '{"models":{"x":{"windw":1}}}');
    expect((await ask('Hi')).stderr).toContain('models.json:1');
  });
});
