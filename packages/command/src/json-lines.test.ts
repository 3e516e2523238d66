import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJsonLines } from './json-lines.ts';

const LARGEST = 1000;

/** What is read of these pieces. */
async function read(pieces: readonly (string | Buffer)[], largest = LARGEST) {
  const input = new PassThrough();
  const messages: unknown[] = [];
  const broken: string[] = [];
  const ended = new Promise<string | undefined>((resolve) => {
    readJsonLines(input, {
      largest,
      onMessage: (message) => messages.push(message),
      onBroken: ({ message }) => broken.push(message),
      onEnd: (error) => resolve(error?.message),
    });
  });
  for (const piece of pieces) input.write(piece);
  input.end();
  return { ended: await ended, messages, broken: broken.length };
}

const whole = (messages: readonly unknown[], broken = 0): Awaited<ReturnType<typeof read>> => ({
  ended: undefined,
  messages: [...messages],
  broken,
});

it.each<[string, readonly (string | Buffer)[], ReturnType<typeof whole>]>([
  ['nothing', [], whole([])],
  ['one line', ['{"a":1}\n'], whole([{ a: 1 }])],
  ['several lines in one piece', ['1\n2\n3\n'], whole([1, 2, 3])],
  ['a line in several pieces', ['{"a', '":', '1}', '\n'], whole([{ a: 1 }])],
  ['a piece that ends one line and begins another', ['[1', ']\n[2', ']\n'], whole([[1], [2]])],
  ['lines that end as on Windows', ['1\r\n2\r\n'], whole([1, 2])],
  ['empty lines', ['\n\n1\n  \n'], whole([1])],
  ['a line without its end', ['1\n2'], whole([1])],
  ['what is not JSON between what is', ['{"a":\n1\nnope\n2\n'], whole([1, 2], 2)],
  ['a character in two pieces', [Buffer.from([0x22, 0xc3]), Buffer.from([0xa9, 0x22, 0x0a])], whole(['é'])],
  ['a line of the largest size', [`"${'x'.repeat(LARGEST - 2)}"`, '\n'], whole(['x'.repeat(LARGEST - 2)])],
  [
    'a line that is too long',
    ['1\n', 'x'.repeat(LARGEST + 1), '\n2\n'],
    { ended: `A message is longer than ${LARGEST} bytes`, messages: [1], broken: 0 },
  ],
])('%s', async (_, pieces, wanted) => {
  expect(await read(pieces)).toEqual(wanted);
});

it('any messages cut anywhere are the same messages', async () => {
  const messages = fc.array(fc.jsonValue(), { maxLength: 5 });
  const cuts = fc.array(fc.nat(), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(messages, cuts, async (sent, places) => {
      const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\n`).join(''));
      const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      const wanted = sent.map((message) => JSON.parse(JSON.stringify(message)) as unknown);
      expect(await read(pieces, 1_000_000)).toEqual(whole(wanted));
    }),
  );
});

it('a line of ten megabytes is read from small pieces', async () => {
  const text = 'é'.repeat(5 * 1024 * 1024);
  const bytes = Buffer.from(`${JSON.stringify(text)}\n`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 4096) }, (_, index) =>
    bytes.subarray(index * 4096, (index + 1) * 4096),
  );
  const { messages } = await read(pieces, bytes.length);
  expect(messages[0] === text).toBe(true);
});

it('who stops hears nothing more, not even that the input broke', async () => {
  const input = new PassThrough();
  const heard: unknown[] = [];
  const stop = readJsonLines(input, {
    largest: LARGEST,
    onMessage: (message) => heard.push(message),
    onBroken: (error) => heard.push(error),
    onEnd: () => heard.push('end'),
  });
  stop();
  input.write('1\n');
  const closed = new Promise((resolve) => input.on('close', resolve));
  input.destroy(new Error('gone'));
  await closed;
  expect(heard).toEqual([]);
});
