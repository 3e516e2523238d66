import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitise, sanitiseLines } from './sanitise.ts';

describe('sanitise', () => {
  it.each([
    ['plain text', 'plain text'],
    ['한국어 👩‍👩‍👧 é', '한국어 👩‍👩‍👧 é'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u009b31mred', 'red'],
    ['\u001b]0;a title\u0007text', 'text'],
    ['\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001bPq#0\u001b\\sixel', 'sixel'],
    ['\u001b(Bcharset', 'charset'],
    ['cut off \u001b[3', 'cut off ␛[3'],
    ['\u001b]0;never ended', '␛]0;never ended'],
    ['bell\u0007 back\bspace', 'bell␇ back␈space'],
    ['over\rwritten', 'over␍written'],
    ['a line of a CRLF file\r', 'a line of a CRLF file'],
    ['two\nlines', 'two␊lines'],
    ['delete\u007f', 'delete␡'],
    ['user\u202etxt.exe\u202c', 'usertxt.exe'],
    ['\u2066isolate\u2069 \u200emark', 'isolate mark'],
    ['half \ud83d of a pair', 'half \ufffd of a pair'],
    ['a\tb', 'a   b'],
    ['abcd\te', 'abcd    e'],
    ['한\tb\tc', '한  b   c'],
  ])('%j is shown as %j', (text, shown) => {
    expect(sanitise(text)).toBe(shown);
  });

  it('leaves nothing that a terminal would obey, whatever it is given', () => {
    const nasty = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '31m',
      '\u009b',
      '\u0007',
      '\t',
      '\r',
      '\n',
      '\u202e',
      '\ud83d',
      '\\',
      '8;;',
    );
    const text = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary' }))).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const shown = sanitise(given);
        expect(shown).not.toMatch(/[\p{Control}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
        expect(sanitise(shown)).toBe(shown);
      }),
      { numRuns: 100 },
    );
  });

  it('splits lines first where a text has several', () => {
    expect(sanitiseLines('one\r\ntwo\u001b[1m\n')).toEqual(['one', 'two', '']);
  });
});
