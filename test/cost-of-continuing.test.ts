import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { KEYS, openScreen, showHelve } from './kit/screen.ts';

const WIDE = { columns: 200, rows: 40 };
const CACHED = { text: 'Hello.', usage: { input: 0, output: 0, cacheRead: 100_000 } };

describe('the cost of continuing', () => {
  it('is in the status bar where there is room for it, after the fields that matter more', async () => {
    const { screen } = await openScreen([CACHED], WIDE);
    screen.type('Hi', KEYS.enter);
    await screen.shows(/Cache: \d+m, next: \$0\.02\d\d \(\$0\.25\d\d without\)/);
    await screen.resize(80, 24);
    await screen.showsNoMore('Cache:');
    await screen.shows(/Mode: default.*Claude Sonnet.*Context:.*msgs: 2/);
  });

  it('says when the cache has expired', async () => {
    const sandbox = await openAssistant([CACHED]);
    await sandbox.ask('Hi');
    const [project = ''] = await readdir(join(sandbox.home, 'projects'));
    const folder = join(sandbox.home, 'projects', project);
    const [log = ''] = await readdir(folder);
    const text = await readFile(join(folder, log), 'utf8');
    await writeFile(join(folder, log), text.replaceAll(/"time":"\d{4}/g, '"time":"2020'));
    const screen = showHelve(sandbox, { ...WIDE, args: ['-c'] });
    await screen.shows(/Cache: expired, next: \$0\.25/);
  });
});

describe('askBeforeCompact', () => {
  const models = { 'claude-sonnet-5-5': { window: 20_000 } };
  const long = { text: 'word '.repeat(2_000), usage: { input: 15_000, output: 3_000 } };

  it('shows what a summary would replace before a conversation is compacted', async () => {
    const settings = { askBeforeCompact: true, models };
    const kept = { text: 'Kept.', usage: { input: 18_000, output: 100 } };
    const script = [long, kept, { text: '<summary>short</summary>' }, { text: 'Compacted.' }];
    const { screen, server } = await openScreen(script, { settings, ...WIDE });
    screen.type('First', KEYS.enter);
    await screen.shows('word word');
    screen.type('Second', KEYS.enter);
    await screen.shows(/A summary would replace 1 prompt, \d answers?, 0 tool results/);
    screen.type(KEYS.down, KEYS.enter);
    await screen.shows('Kept.');
    await screen.shows('you chose to keep the whole conversation');
    expect(server.requests).toHaveLength(2);
    screen.type('Third', KEYS.enter);
    await screen.shows('Compact the conversation?');
    screen.type(KEYS.enter);
    await screen.shows('Compacted.');
    await screen.shows('Context compressed');
    expect(server.requests).toHaveLength(4);
  });
});
