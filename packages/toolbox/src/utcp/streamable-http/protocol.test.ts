import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve, testCall, testHost } from '../network/testing.ts';
import { streamableHttpProtocol } from './protocol.ts';

function serveChunks(contentType: string, chunks: readonly (string | Buffer)[]) {
  return serve(async (_request, response) => {
    response.writeHead(200, { 'content-type': contentType });
    for (const chunk of chunks) {
      await new Promise((resolve) => {
        response.write(chunk, resolve);
      });
    }
    response.end();
  });
}

test('lines of NDJSON are told one by one, however they are cut', async () => {
  const { url } = await serveChunks('application/x-ndjson', ['{"a":1}\n{"b"', ':2}\n\n"', 'ü"\nnot json\n', '[3]']);
  const call = testCall({ url });
  const { value, detail } = await streamableHttpProtocol.call(call, testHost());
  expect(value).toEqual([{ a: 1 }, { b: 2 }, 'ü', 'not json', [3]]);
  expect(call.events).toEqual((value as unknown[]).map((data) => ({ type: 'chunk', data })));
  expect(detail).toMatchObject({ status: 200, chunks: 5 });
});

test('a line comes before the next is sent', async () => {
  let end = () => {};
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' }).write('1\n');
    end = () => response.end('2\n');
  });
  const call = testCall({ url }, {}, { onEvent: () => end() });
  expect((await streamableHttpProtocol.call(call, testHost())).value).toEqual([1, 2]);
});

test('text is told as it comes and joined, also when a character is cut in two', async () => {
  const bytes = Buffer.from('für immer');
  const { url } = await serveChunks('text/plain; charset=utf-8', [bytes.subarray(0, 2), bytes.subarray(2)]);
  const call = testCall({ url });
  expect((await streamableHttpProtocol.call(call, testHost())).value).toBe('für immer');
  expect(call.events.map(({ data }) => data).join('')).toBe('für immer');
});

test('text in another character set is decoded once', async () => {
  const { url } = await serveChunks('text/plain; charset=latin1', [Buffer.from([0xfc])]);
  expect((await streamableHttpProtocol.call(testCall({ url }), testHost())).value).toBe('ü');
});

test('pieces of text are no longer than chunk_size', async () => {
  const { url } = await serveChunks('text/plain', ['abcdefg']);
  const call = testCall({ url, chunk_size: 3 });
  expect((await streamableHttpProtocol.call(call, testHost())).value).toBe('abcdefg');
  expect(call.events.map(({ data }) => data)).toEqual(['abc', 'def', 'g']);
});

test('JSON in pieces is one value', async () => {
  const { url } = await serveChunks('application/json', ['{"a":', '[1,2]}']);
  expect((await streamableHttpProtocol.call(testCall({ url }), testHost())).value).toEqual({ a: [1, 2] });
});

test('bytes go to a file', async () => {
  const home = await mkdtemp(join(tmpdir(), 'helve-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const { url } = await serveChunks('application/octet-stream', [Buffer.from([0, 1]), Buffer.from([255])]);
  const call = testCall({ url });
  const value = (await streamableHttpProtocol.call(call, testHost({ home }))).value as { file: string };
  expect(await readFile(value.file)).toEqual(Buffer.from([0, 1, 255]));
  expect(call.events.every(({ type, bytes }) => type === 'chunk' && typeof bytes === 'number')).toBe(true);
});

test('a line without end is refused when it is too much', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const chunk = 'x'.repeat(1024 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  await expect(streamableHttpProtocol.call(testCall({ url }), testHost())).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

test('a stream that breaks off is an error, which tells what had come', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('1\n2\n', () => response.destroy());
  });
  await expect(streamableHttpProtocol.call(testCall({ url }), testHost())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { received: 2, beginning: [1, 2] },
  });
});

test('a template is checked', () => {
  const template = { call_template_type: 'streamable_http', chunk_size: 1, timeout: 1 };
  expect(streamableHttpProtocol.check?.({ ...template, url: 'https://a.example' }, 't')).toEqual([]);
  expect(streamableHttpProtocol.check?.(template, 't')).toMatchObject([{ level: 'error', at: 't.url' }]);
});
