import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, didYouMean, readRegularText } from '@helve/command';
import { defineWord, readWord } from '@helve/command/line';
import type { ExitCode, TerminalProgram } from '@helve/doors';
import { markdownPrinter } from '@helve/tui';
import * as v from 'valibot';

export const DOCS = defineWord({
  path: 'docs',
  summary: 'Show a page of the documentation; without a topic, list the pages',
  words: '[topic]',
  globals: ['json', 'help'],
  input: v.object({}),
  examples: ['helve docs', 'helve docs security'],
});

interface Page {
  readonly topic: string;
  readonly title: string;
  readonly text: string;
}

/** `helve docs [topic]`: pages as Markdown where they are piped, and set for reading on a terminal. */
export async function showDocs({ args, streams }: TerminalProgram): Promise<ExitCode> {
  const { words, globals } = await readWord(DOCS, args);
  const pages = await readPages();
  const [topic] = words;
  const asJson = globals.json === true;
  if (topic === undefined) {
    const rows = pages.map((page) => `${page.topic.padEnd(16)}${page.title}`);
    const listed = { pages: pages.map((page) => ({ topic: page.topic, title: page.title })) };
    const view = `${rows.join('\n')}\n\nRead one: helve docs <topic>\n`;
    await streams.write(asJson ? `${JSON.stringify({ ok: true, data: listed })}\n` : view);
    return 0;
  }
  const page = pages.find((each) => each.topic === topic);
  if (!page) {
    const topics = pages.map((each) => each.topic);
    throw new CommandError('NOT_FOUND', `There is no page about ${topic}`, {
      hint: didYouMean(topic, topics, `Pages: ${topics.join(', ')}`),
    });
  }
  if (asJson) await streams.write(`${JSON.stringify({ ok: true, data: page })}\n`);
  else if (streams.stdoutIsTerminal) await showOnTerminal(page.text, streams.write);
  else await streams.write(page.text);
  return 0;
}

async function readPages(): Promise<readonly Page[]> {
  // The build puts the pages beside the chunks.
  const folder = join(import.meta.dirname, '../docs');
  const names = (await readdir(folder)).sort();
  return names.map((name) => {
    const text = readRegularText(join(folder, name));
    return { topic: name.replace(/\.md$/, ''), title: /^# (.+)/m.exec(text)?.[1] ?? name, text };
  });
}

/** A page that is longer than the window goes through the pager, as in git. */
async function showOnTerminal(text: string, write: (text: string) => Promise<void>): Promise<void> {
  // A terminal whose size nobody has set has 0 columns.
  const columns = Math.min(process.stdout.columns || 80, 100);
  const rows = process.stdout.rows || 24;
  const { printMarkdown } = await markdownPrinter();
  const lines = printMarkdown(text, { columns, env: process.env });
  const printed = `${lines.join('\n')}\n`;
  const pager = process.env.PAGER ?? 'less';
  if (lines.length < rows || pager === '' || pager === 'cat') return write(printed);
  const { error } = spawnSync(pager, {
    input: printed,
    stdio: ['pipe', 'inherit', 'inherit'],
    shell: true,
    env: { LESS: 'FRX', ...process.env },
  });
  if (error) await write(printed);
}
