import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serve, testCall, testHost } from '../network/testing.ts';
import { EventReader } from './events.ts';
import { sseProtocol } from './protocol.ts';

const STREAM = { 'content-type': 'text/event-stream' };

describe('a stream of events', () => {
  test('is told event by event, and its value is the list of the data', async () => {
    const { url, seen } = await serve((_request, response) => {
      response.writeHead(200, STREAM);
      response.write(': welcome\n\ndata: {"n":1}\n\nevent: note\nid: 7\ndata: two\ndata: lines\n\n');
      response.end('data: never finished');
    });
    const call = testCall({ url }, { q: 'x' });
    const { value, detail } = await sseProtocol.call(call, testHost());
    expect(value).toEqual([{ n: 1 }, 'two\nlines']);
    expect(detail).toMatchObject({ events: 2, connections: 1 });
    expect(call.events).toEqual([
      { type: 'event', event: 'message', data: { n: 1 } },
      { type: 'event', event: 'note', data: 'two\nlines', id: '7' },
    ]);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/?q=x', headers: { accept: 'text/event-stream' } });
  });

  test('events come before the stream ends', async () => {
    let end = () => {};
    const { url } = await serve((_request, response) => {
      response.writeHead(200, STREAM).write('data: 1\n\n');
      end = () => response.end('data: 2\n\n');
    });
    const call = testCall({ url }, {}, { onEvent: () => end() });
    expect((await sseProtocol.call(call, testHost())).value).toEqual([1, 2]);
  });

  test('of one type only, if the template says so', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, STREAM).end('event: a\ndata: 1\n\nevent: b\ndata: 2\n\n');
    });
    expect((await sseProtocol.call(testCall({ url, event_type: 'b' }), testHost())).value).toEqual([2]);
  });

  test('a body makes it a POST', async () => {
    const { url, seen } = await serve((_request, response) => void response.writeHead(200, STREAM).end());
    await sseProtocol.call(testCall({ url, body_field: 'ask' }, { ask: { a: 1 } }), testHost());
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"a":1}' });
  });

  test('is cut off when its time is up', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { url } = await serve((_request, response) => {
      response.writeHead(200, STREAM).write('data: 1\n\n');
      closed = once(response, 'close');
    });
    await expect(sseProtocol.call(testCall({ url, timeout: 100 }), testHost())).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    await closed;
  });

  test('is cut off when the caller cancels, and the error tells what had come', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const { url } = await serve((_request, response) => {
      response.writeHead(200, STREAM).write('data: 1\n\n');
      closed = once(response, 'close');
    });
    const call = testCall({ url }, {}, { onEvent: () => controller.abort() });
    await expect(sseProtocol.call(call, testHost({ signal: controller.signal }))).rejects.toMatchObject({
      code: 'CANCELLED',
      details: { received: 1, beginning: [1] },
    });
    await closed;
  });

  test('without end and without events is refused when it is too much', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, STREAM);
      const chunk = 'data: '.padEnd(1024 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await expect(sseProtocol.call(testCall({ url }), testHost())).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});

describe('a stream that breaks', () => {
  /** Sends event 1, 2, 3 …, one a connection, and breaks after each but the last. */
  const breaking = (last: number, first = 'id: 1\nretry: 1\ndata: 1\n\ndata: hal') =>
    serve(({ headers }, response, index) => {
      response.writeHead(200, STREAM);
      const next = Number(headers['last-event-id'] ?? 0) + 1;
      if (index === 0) response.write(first, () => response.destroy());
      else if (next < last) response.write(`id: ${next}\ndata: ${next}\n\n`, () => response.destroy());
      else response.end(`id: ${next}\ndata: ${next}\n\n`);
    });

  test('is taken up after its last event, if the template says so', async () => {
    const { url, seen } = await breaking(4);
    const { value, detail } = await sseProtocol.call(testCall({ url, reconnect: true }), testHost());
    expect(value).toEqual([1, 2, 3, 4]);
    expect(detail).toMatchObject({ connections: 4 });
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1', '2', '3']);
  });

  test('waits as long as the template says, where the server says nothing', async () => {
    const { url } = await breaking(2, 'id: 1\ndata: 1\n\n');
    const call = testCall({ url, reconnect: true, retry_timeout: 1 });
    expect((await sseProtocol.call(call, testHost())).value).toEqual([1, 2]);
  });

  test('is an error otherwise, which tells what had come', async () => {
    const { url, seen } = await breaking(4);
    await expect(sseProtocol.call(testCall({ url }), testHost())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { received: 1, beginning: [1] },
    });
    expect(seen).toHaveLength(1);
  });

  test('is an error when its events have no ids: they would come twice', async () => {
    const { url, seen } = await breaking(4, 'data: 1\n\n');
    const call = testCall({ url, reconnect: true });
    await expect(sseProtocol.call(call, testHost())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(seen).toHaveLength(1);
  });

  test('is given up when nothing more comes', async () => {
    const { url, seen } = await serve((_request, response, index) => {
      response.writeHead(200, STREAM);
      response.write(index === 0 ? 'id: 1\nretry: 1\ndata: 1\n\n' : ': nothing\n', () => response.destroy());
    });
    const call = testCall({ url, reconnect: true });
    await expect(sseProtocol.call(call, testHost())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(seen).toHaveLength(7);
  });

  test('has ended when the server says on the second try that nothing is left', async () => {
    const { url } = await serve((_request, response, index) => {
      if (index > 0) return void response.writeHead(204).end();
      response.writeHead(200, STREAM).write('id: 1\nretry: 1\ndata: 1\n\n', () => response.destroy());
    });
    expect((await sseProtocol.call(testCall({ url, reconnect: true }), testHost())).value).toEqual([1]);
  });
});

test('a template is checked', () => {
  const template = { call_template_type: 'sse', url: 'https://a.example', event_type: 'a', reconnect: true };
  expect(sseProtocol.check?.({ ...template, retry_timeout: 1 }, 't')).toEqual([]);
  expect(sseProtocol.check?.({ ...template, url: 'http://a.example', retry: 1 }, 't').map(({ at }) => at)).toEqual([
    't.retry',
    't.url',
  ]);
});

describe('the text of events', () => {
  test.each([
    ['data:x\n\n', [['message', 'x', '']]],
    [
      'data: x\r\rdata: y\r\n\r\n',
      [
        ['message', 'x', ''],
        ['message', 'y', ''],
      ],
    ],
    ['\uFEFFdata: x\n\n', [['message', 'x', '']]],
    ['data\n\n', [['message', '', '']]],
    ['event: a\n\ndata: x\n\n', [['message', 'x', '']]],
    [
      'id: 1\ndata: a\n\nid\ndata: b\n\n',
      [
        ['message', 'a', '1'],
        ['message', 'b', ''],
      ],
    ],
    ['id: a\0b\ndata: a\n\n', [['message', 'a', '']]],
    ['data: a: b\nunknown: x\n\n', [['message', 'a: b', '']]],
    ['data: unfinished\n', []],
  ])('%j', (text, events) => {
    expect(new EventReader().read(text).map(({ event, data, id }) => [event, data, id])).toEqual(events);
  });

  test('it does not matter how it is cut', () => {
    const text = '\uFEFFid: 1\r\nevent: a\r\ndata: x\r\ndata: y\r\n\r\n: c\n\rdata: ü\n\n';
    const whole = new EventReader().read(text);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const reader = new EventReader();
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(pieces.flatMap((piece) => reader.read(piece))).toEqual(whole);
      }),
    );
    expect(whole).toHaveLength(2);
  });
});
