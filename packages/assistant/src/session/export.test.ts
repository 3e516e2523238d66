import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { runLine } from '@helve/doors';
import { DOMParser } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import type { Entry, EntryBody } from '../log/entry.ts';
import { NO_USAGE } from '../model/usage.ts';
import { tempHome } from '../testing/temp-home.ts';
import { markdownToHtml } from './markdown-html.ts';
import { sessionModule } from './module.ts';

const registry = new Registry([sessionModule]);
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const ENTRIES: readonly EntryBody[] = [
  { type: 'user', origin: 'prompt', content: [{ type: 'text', text: `Look at ${HOSTILE}` }] },
  {
    type: 'assistant',
    content: [
      { type: 'thinking', text: 'Where is it?', by: 'm' },
      { type: 'text', text: 'I will **look**.' },
      { type: 'toolCall', id: 'c', name: 'Read', input: { file_path: 'a.md' } },
      { type: 'toolCall', id: 'd', name: 'Bash', input: { command: 'exit 1' } },
    ],
    model: 'claude-sonnet-5-5',
    usage: { ...NO_USAGE, input: 1200, output: 34 },
    cost: 0.0123,
  },
  {
    type: 'toolResult',
    callId: 'c',
    name: 'Read',
    content: [
      { type: 'text', text: '```js\nfoo();\n```' },
      { type: 'media', mediaType: 'image/png', data: PIXEL },
    ],
    outcome: 'ok',
    brief: '',
    durationMs: 1500,
  },
  {
    type: 'toolResult',
    callId: 'd',
    name: 'Bash',
    content: [{ type: 'text', text: HOSTILE }],
    outcome: 'error',
    brief: '',
    durationMs: 3,
  },
  {
    type: 'assistant',
    content: [{ type: 'text', text: `# Found\n\n- \`a.md\` is **fine**\n\n${HOSTILE}` }],
    model: 'claude-sonnet-5-5',
    usage: NO_USAGE,
  },
  { type: 'turnEnd', outcome: 'maxTurns' },
];

async function openStage() {
  const home = await tempHome();
  const cwd = join(home, 'app');
  await mkdir(cwd);
  const log = ConversationLog.create({ home, cwd, now: () => Date.UTC(2026, 10, 16) });
  for (const entry of ENTRIES) log.append(entry);
  log.close();
  const caller = sampleCaller({ cwd, env: {}, home, registry });
  const run = async (flags: string) => {
    const { data, error } = await runLine(registry, `helve session export ${flags}`, caller);
    return (error ?? data) as { readonly content: string; readonly code?: string };
  };
  return { cwd, log, run };
}

describe('session export', () => {
  it('as Markdown, with fences that hold what is in them', async () => {
    const { run } = await openStage();
    const { content } = await run('--format markdown');
    expect(content).toContain('## User\n\nLook at <script>');
    expect(content).toContain('> Where is it?\n\nI will **look**.');
    expect(content).toContain(
      '### `Read(a.md)`\n\n```json\n{\n  "file_path": "a.md"\n}\n```\n\n````\n```js\nfoo();\n```\n````',
    );
    expect(content).toContain('### `Bash(exit 1)` – error');
    expect(content).toContain('*Turn limit reached.*');
  });

  it('as JSON, with every entry', async () => {
    const { run, log } = await openStage();
    const data = JSON.parse((await run('--format json')).content) as { id: string; entries: readonly Entry[] };
    expect(data).toMatchObject({ version: 1, id: log.id, costUsd: 0.0123 });
    expect(data.entries).toEqual(log.chain());
  });

  it('as one HTML page that loads nothing and in which nothing that was said becomes markup', async () => {
    const { run } = await openStage();
    const { content } = await run('--format html');
    const document = new DOMParser().parseFromString(content, 'text/html');
    expect(document.querySelectorAll('script, link, iframe, object')).toHaveLength(0);
    expect([...document.querySelectorAll('[onerror]')]).toHaveLength(0);
    expect([...document.querySelectorAll('[src], [href]')].map((element) => element.getAttribute('src'))).toEqual([
      `data:image/png;base64,${PIXEL}`,
    ]);
    expect(document.querySelector('.user .said')?.textContent).toBe(`Look at ${HOSTILE}`);
    expect(document.querySelectorAll('.tool')).toHaveLength(2);
    expect(document.querySelector('.tool.error > pre')?.textContent).toBe(HOSTILE);
    expect(document.querySelector('.assistant strong')?.textContent).toBe('look');
  });

  it('as a log of events for diagnostics', async () => {
    const { run, log } = await openStage();
    const lines = (await run('--format log')).content.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual([
      'session_init',
      'user',
      'assistant',
      'tool_call',
      'tool_call',
      'tool_result',
      'tool_result',
      'assistant',
      'error',
    ]);
    expect(events[5]).toMatchObject({
      timestamp: '2026-11-16T00:00:00.000Z',
      sessionId: log.id,
      tool: 'Read',
      success: true,
    });
  });

  it('into a file for the owner alone, which is not replaced by itself', async () => {
    const { run, cwd, log } = await openStage();
    const path = `.helve/logs/${log.id}.jsonl`;
    expect(await run(`--format log --path ${path}`)).toMatchObject({ path });
    expect((await stat(join(cwd, path))).mode & 0o777).toBe(0o600);
    await writeFile(join(cwd, path), 'mine');
    expect(await run(`--format log --path ${path}`)).toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(await readFile(join(cwd, path), 'utf8')).toBe('mine');
    await run(`--format log --path ${path} --overwrite`);
    expect(await readFile(join(cwd, path), 'utf8')).toContain('session_init');
  });
});

it.each([
  ['a *b* **c** `d*e*`', '<p>a <em>b</em> <strong>c</strong> <code>d*e*</code></p>'],
  ['# One\ntext', '<h3>One</h3>\n<p>text</p>'],
  ['- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
  ['3. x\n4. y', '<ol start="3"><li>x</li><li>y</li></ol>'],
  ['```ts\n<b>\n```\nend', '<pre><code data-language="ts">&lt;b&gt;</code></pre>\n<p>end</p>'],
  ['```\nnever closed', '<pre><code>never closed</code></pre>'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'],
  ['> q\n> r', '<blockquote><p>q<br>r</p></blockquote>'],
  [
    '[x](https://a.b/c) [y](javascript:alert)',
    '<p><a href="https://a.b/c" rel="noreferrer">x</a> [y](javascript:alert)</p>',
  ],
  ['a\n| b\n', '<p>a<br>| b</p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
])('Markdown %j becomes HTML', (markdown, html) => {
  expect(markdownToHtml(markdown)).toBe(html);
});
