import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReceivedRequest } from '../packages/assistant/src/testing/model-server.ts';
import { openAssistant } from './kit/assistant.ts';

const read = (file_path: string) => ({ calls: [{ name: 'Read', input: { file_path } }] });

function systemOf(request: ReceivedRequest | undefined): string {
  return request?.body.system[0].text;
}

/** All texts of the user's in a request. */
function saidIn(request: ReceivedRequest | undefined): readonly string[] {
  const messages: readonly { role: string; content: readonly { text?: string }[] }[] = request?.body.messages ?? [];
  return messages.flatMap(({ role, content }) => (role === 'user' ? content.flatMap(({ text }) => text ?? []) : []));
}

describe('what the model is told of a project', () => {
  it('are the instructions of the user and of the project, and what can be seen of it', async () => {
    const { ask, server, home } = await openAssistant([{ text: 'ok' }], {
      'CLAUDE.md': 'Use tabs. @docs/more.md',
      'docs/more.md': 'No semicolons.',
      'package.json': '{"scripts":{"test":"x"}}',
      'yarn.lock': '',
    });
    await writeFile(join(home, 'AGENTS.md'), 'Be kind.');
    await ask('Hi');
    const system = systemOf(server.requests[0]);
    const places = ['Be kind.', 'Use tabs.', 'No semicolons.', 'package manager yarn; scripts test', 'Date: '].map(
      (words) => system.indexOf(words),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('instructions of a folder below come once, when something there is touched, and the system prompt stays', async () => {
    const { ask, server } = await openAssistant(
      [read('src/a.txt'), read('src/b.txt'), { text: 'ok' }, read('src/a.txt'), { text: 'ok' }],
      { 'src/AGENTS.md': 'Only here: whisper.', 'src/a.txt': 'A', 'src/b.txt': 'B' },
    );
    await ask('Read');
    await ask('Again', ['-c']);
    const { requests } = server;
    const count = (request: ReceivedRequest | undefined) => request?.text.split('Only here: whisper.').length ?? 0;
    expect(requests.map((request) => count(request) - 1)).toEqual([0, 1, 1, 1, 1]);
    expect(new Set(requests.map(systemOf)).size).toBe(1);
    expect(saidIn(requests[1]).at(-1)).toMatch(/^<instructions file=".*\/src\/AGENTS\.md">/);
  });

  it('the state of the repository comes with the first prompt, and not again', async () => {
    const { ask, server, run } = await openAssistant(() => ({ text: 'ok' }), { 'a.txt': 'A' });
    await run('git', ['init', '-q', '-b', 'trunk']);
    await ask('Hi');
    await ask('More', ['-c']);
    const [, second] = server.requests;
    expect(saidIn(second).filter((words) => words.startsWith('[Git'))).toEqual([
      '[Git, when this was said: ## trunk\n(no commits yet)\n?? a.txt]',
    ]);
  });

  it('files that rules forbid are not among them', async () => {
    const { ask, server } = await openAssistant(
      [{ text: 'ok' }],
      { 'AGENTS.md': 'SECRET' },
      {
        permissions: { deny: ['Read(AGENTS.md)'] },
      },
    );
    await ask('Hi');
    expect(server.requests[0]?.text).not.toContain('SECRET');
  });
});

describe('a conversation that fills the window', () => {
  const settings = (compactAt?: number | false) => ({
    ...(compactAt === undefined ? {} : { compactAt }),
    models: { 'claude-sonnet-4-6': { window: 20_000 } },
  });
  const isSummary = (text: string) => text.includes('The window is filling up');
  const script = ({ text }: ReceivedRequest) =>
    isSummary(text) ? { text: '## Goal\n- Test' } : { text: 'x'.repeat(8_000), usage: { input: 17_000 } };

  it('is compacted at 83.5 percent, or where the settings say, and the events tell', async () => {
    const { ask, server, conversations } = await openAssistant(script, {}, settings());
    await ask('Never use tabs', ['--model', 'claude-sonnet-4-6']);
    await ask('Second', ['-c', '--model', 'claude-sonnet-4-6']);
    const flags = ['-c', '--model', 'claude-sonnet-4-6', '--output-format', 'stream-json'];
    const { stdout } = await ask('Third', flags);
    expect(server.requests.filter(({ text }) => isSummary(text))).toHaveLength(2);
    expect(stdout).toContain('"subtype":"compact_boundary","compact_metadata":{"trigger":"auto","before":');
    expect(saidIn(server.requests.at(-1))[0]).toContain('- Never use tabs');
    const [log = []] = await conversations();
    expect(log.filter(({ type }) => type === 'compaction')).toHaveLength(2);
  });

  it('has hooks before and after, which may add to the summary or refuse it', async () => {
    const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }];
    const note = `cat >> before.jsonl; echo '{"hookSpecificOutput":{"additionalContext":"Keep the recipe"}}'`;
    const hooks = { PreCompact: hook(note), PostCompact: hook('cat >> after.jsonl') };
    const { ask, server, dir } = await openAssistant(script, {}, { ...settings(), hooks });
    await ask('First', ['--model', 'claude-sonnet-4-6']);
    await ask('Second', ['-c', '--model', 'claude-sonnet-4-6']);
    const read = async (name: string) => JSON.parse(await readFile(join(dir, name), 'utf8'));
    expect(await read('before.jsonl')).toMatchObject({ hook_event_name: 'PreCompact', trigger: 'auto' });
    expect(await read('after.jsonl')).toMatchObject({
      hook_event_name: 'PostCompact',
      trigger: 'auto',
      compact_summary: expect.stringContaining('## Goal'),
    });
    expect(server.requests.find(({ text }) => isSummary(text))?.text).toContain('Keep the recipe');
    const refusing = { ...settings(), hooks: { PreCompact: hook('echo not now >&2; exit 2') } };
    const other = await openAssistant(script, {}, refusing);
    await other.ask('First', ['--model', 'claude-sonnet-4-6']);
    const { code } = await other.ask('Second', ['-c', '--model', 'claude-sonnet-4-6']);
    expect({ code, summaries: other.server.requests.filter(({ text }) => isSummary(text)).length }).toEqual({
      code: 0,
      summaries: 0,
    });
  });

  it('is not where the settings say so', async () => {
    const { ask, server } = await openAssistant(script, {}, settings(false));
    await ask('First', ['--model', 'claude-sonnet-4-6']);
    await ask('Second', ['-c', '--model', 'claude-sonnet-4-6']);
    expect(server.requests.some(({ text }) => isSummary(text))).toBe(false);
  });

  it('keeps the names of files that were read and changed', async () => {
    const { ask, server, dir } = await openAssistant(
      ({ text }, index) =>
        isSummary(text)
          ? { text: '## Goal' }
          : ([
              read('a.txt'),
              { calls: [{ name: 'Write', input: { file_path: 'src/b.txt', content: 'B' } }] },
              { calls: [{ name: 'Bash', input: { command: 'echo c > c.txt' } }] },
              { text: 'y'.repeat(8_000), usage: { input: 18_000 } },
            ][index] ?? { text: 'ok' }),
      { 'a.txt': 'A' },
      settings(),
    );
    await mkdir(join(dir, 'src'));
    const flags = ['--model', 'claude-sonnet-4-6', '--permission-mode', 'bypassPermissions'];
    await ask('Work', flags);
    await ask('More', ['-c', ...flags]);
    const [summary = ''] = saidIn(server.requests.at(-1));
    expect(summary).toContain(
      '## Files changed\n- src/b.txt\n- c.txt\n\n## Files read (read again what you need)\n- a.txt',
    );
    expect(await readFile(join(dir, 'c.txt'), 'utf8')).toBe('c\n');
  });
});
