import { expect, test } from 'vitest';
import { plainText, unfinishedEscape } from './plain-text.ts';

test.each([
  ['\x1b[1;32mgreen\x1b[0m text\r\n', 'green text\n'],
  ['10%\r20%\r100%\r\n', '100%\n'],
  ['downloading\r\x1b[Kdone\n', 'done\n'],
  ['ab\b\bxy', 'xy'],
  ['\x1b]0;title\x07$ ', '$ '],
  ['\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
  ['\x1b[?2004h$ \x1b[?2004l', '$ '],
  ['a\tb', 'a\tb'],
  ['\x1b(Bx\x1b=', 'x'],
  ['one\x1b[5;1Htwo', 'one\ntwo'],
  ['\x1b[999999999Cx', ' '.repeat(10_000) + 'x'],
])('%j reads as %j', (sent, text) => {
  expect(plainText(sent)).toBe(text);
});

test.each([
  ['abc', 3],
  ['abc\x1b', 3],
  ['abc\x1b[1;', 3],
  ['abc\x1b[1m', 7],
  ['abc\x1b]0;tit', 3],
  ['abc\x1b]0;tit\x1b', 3],
  ['abc\x1b]0;tit\x07', 11],
])('%j is finished up to %j', (sent, end) => {
  expect(unfinishedEscape(sent)).toBe(end);
});
