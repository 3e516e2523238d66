import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Drain } from './drain.ts';

it('is settled at once when all streams have ended', async () => {
  const stream = new PassThrough();
  const drain = new Drain([stream.resume()]);
  stream.end('x');
  await new Promise((resolve) => stream.once('close', resolve));
  expect(await drain.settle()).toBe(true);
  expect(await new Drain([]).settle()).toBe(true);
});

it('waits for streams that end later', async () => {
  const [one, other] = [new PassThrough(), new PassThrough()];
  const drain = new Drain([one.resume(), other.resume()]);
  one.end();
  setTimeout(() => other.end('late'), 10);
  expect(await drain.settle()).toBe(true);
});

it('does not wait for a stream that stays silent', async () => {
  const drain = new Drain([new PassThrough().resume()]);
  expect(await drain.settle()).toBe(false);
});

it('waits for a stream that is still read, however slowly', async () => {
  const stream = new PassThrough();
  const drain = new Drain([stream.resume()]);
  let written = 0;
  const writing = setInterval(() => {
    stream.write('x');
    if (++written === 10) stream.end();
  }, 10);
  expect(await drain.settle()).toBe(true);
  clearInterval(writing);
  expect(written).toBe(10);
});

it('waits while a reader has paused the stream', async () => {
  const stream = new PassThrough();
  const drain = new Drain([stream]);
  stream.pause();
  stream.end('x');
  setTimeout(() => stream.resume(), 150);
  expect(await drain.settle()).toBe(true);
});

it('stops reading a stream that never becomes silent', async () => {
  const stream = new PassThrough();
  const drain = new Drain([stream.resume()]);
  const writing = setInterval(() => stream.write(Buffer.alloc(1024 * 1024)), 1);
  expect(await drain.settle()).toBe(false);
  clearInterval(writing);
  drain.end();
  expect(stream.destroyed).toBe(true);
});
