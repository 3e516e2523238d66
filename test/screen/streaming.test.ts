import { describe, expect, it } from 'vitest';
import { MarkdownStream } from '../../packages/tui/src/markdown/stream.ts';
import { loadMarks } from '../../packages/tui/src/markdown/marks.ts';
import { plainText } from '../../packages/tui/src/text/span.ts';
import { drawAnswer } from '../../packages/tui/src/views/answer.ts';
import { KEYS, openScreen, SIZES } from '../kit/screen.ts';

const KINDS = [
  (id: string) => `## Part ${id}\n\n`,
  (id: string) => `A paragraph **${id}** with \`code\`, long enough that it is wrapped where the window is narrow.\n\n`,
  (id: string) => `- a point ${id}\n- another\n\n`,
  (id: string) => `\`\`\`\nconst value = '${id}';\n\`\`\`\n\n`,
  (id: string) => `| name | value |\n| --- | --: |\n| ${id} | 10 |\n\n`,
];

function pieces(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => KINDS[index % KINDS.length]?.(`#${index}.`) ?? '');
}

/** The rows of an answer that comes all at once. */
async function rowsOf(text: string, columns: number): Promise<readonly string[]> {
  await loadMarks();
  const stream = new MarkdownStream();
  stream.append(text);
  stream.finish();
  return stream.takeFinished().flatMap((block) => drawAnswer(block, { columns, links: true }).map(plainText));
}

const trimmed = (rows: readonly string[]) => rows.map((row) => row.trimEnd());

describe.each(SIZES)('at $columns x $rows', (size) => {
  it('a long answer is in the scrollback as if it had come at once, in the order in which it was said', async () => {
    const text = pieces(300);
    const { screen } = await openScreen([{ text }], size);
    screen.type('Go on', KEYS.enter);
    await screen.shows('#299.');
    await screen.showsNoMore('esc to stop');
    const rows = await screen.everything();
    const begin = rows.indexOf('helve:') + 2;
    const expected = trimmed(await rowsOf(text.join(''), size.columns));
    expect(trimmed(rows.slice(begin, begin + expected.length))).toEqual(expected);
  });
});

it('of 20,000 lines no finished row is written twice, and no more than three times the bytes of the text', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Line #${index}. says what such a line has to say.\n\n`);
  const { screen } = await openScreen([{ text: lines }]);
  const before = Buffer.byteLength(screen.written());
  screen.type('Go on', KEYS.enter);
  await screen.shows('#19999.');
  await screen.showsNoMore('esc to stop');
  const written = screen.written();
  const counts = new Map<string, number>();
  for (const [id] of written.matchAll(/#\d+\./g)) counts.set(id, (counts.get(id) ?? 0) + 1);
  expect(counts.size).toBe(20_000);
  expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  expect(Buffer.byteLength(written) - before).toBeLessThan(3 * Buffer.byteLength(lines.join('')));
}, 120_000);

it('while an answer is written its end is seen, and the input and the status bar stay below it', async () => {
  let goOn = () => {};
  const hold = new Promise<void>((resolve) => (goOn = resolve));
  const { screen } = await openScreen([{ text: ['First **part**.\n\n', 'Second, half'], hold }]);
  screen.type('Go on', KEYS.enter);
  await screen.shows('First part.');
  screen.type('meanwhile');
  await screen.shows('> meanwhile');
  const rows = await screen.window();
  expect(rows.at(-1)).toMatch(/^Mode: default.*Answering/);
  expect(rows.at(-2)).toBe('> meanwhile');
  expect(rows.at(-4)).toMatch(/Answering\.\.\. \(.*esc to stop\)/);
  goOn();
  await screen.shows('Second, half');
  await screen.showsNoMore('esc to stop');
  expect((await screen.everything()).filter((row) => row.includes('First part.'))).toHaveLength(1);
});
