import { expect, it } from 'vitest';
import { overwritten } from './overwritten.ts';

it.each([
  ['nothing is written over', 'a\nb\n', 'a\nb\n'],
  ['a bar in its last state', 'get\n10%\r50%\r100%\ndone', 'get\n100%\ndone'],
  ['what a shorter text leaves of the one before', 'loading\rok', 'okading'],
  ['nothing of a row that was erased', 'loading\r\u001b[Kok', '\u001b[Kok'],
  ['nothing of a row in colours', '\u001b[31mloading\u001b[0m\rok', 'ok'],
  ['lines of Windows', 'a\r\nb\r\n', 'a\nb\n'],
  ['characters of two halves', '🙂🙂🙂\rab', 'ab🙂'],
])('%s', (_, text, seen) => {
  expect(overwritten(text)).toBe(seen);
});
