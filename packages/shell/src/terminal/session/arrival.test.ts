import { expect, it } from 'vitest';
import { Arrival } from './arrival.ts';

/** A terminal that keeps what is written to it until it is passed on, in pieces of a few bytes. */
function terminal(room = Number.POSITIVE_INFINITY) {
  let pending = Buffer.alloc(0);
  let shown = '';
  const print = (bytes: Buffer) => {
    const taken = bytes.subarray(0, room);
    pending = Buffer.concat([pending, taken]);
    return taken.length;
  };
  const arrival = new Arrival(print);
  const passOn = (piece: number) => {
    for (let at = 0; at < pending.length; at += piece) {
      arrival.receive(pending.subarray(at, at + piece), (bytes) => {
        shown += bytes.toString();
      });
    }
    pending = Buffer.alloc(0);
    return shown;
  };
  return { arrival, print: (text: string) => print(Buffer.from(text)), passOn };
}

it.each([1, 3, 5, 12, 100])('marks are taken out of output that arrives in pieces of %i bytes', async (piece) => {
  const { arrival, print, passOn } = terminal();
  print('before ');
  const first = arrival.complete();
  print('\x1c\x1d between ');
  const second = arrival.complete();
  print('after');
  expect(passOn(piece)).toBe('before \x1c\x1d between after');
  expect(await Promise.all([first, second])).toEqual([true, true]);
});

it('output is complete only once all of it has arrived', async () => {
  const { arrival, print, passOn } = terminal();
  print('word');
  const complete = arrival.complete();
  expect(await Promise.race([complete, Promise.resolve('not yet')])).toBe('not yet');
  expect(passOn(100)).toBe('word');
  expect(await complete).toBe(true);
});

it('a terminal that takes nothing is not waited for', async () => {
  expect(await terminal(0).arrival.complete()).toBe(false);
});
