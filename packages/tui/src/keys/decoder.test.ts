import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyDecoder } from './decoder.ts';
import type { Key } from './key.ts';
import { describeKey } from './key-name.ts';

const ESC = '\x1b';

function decode(...chunks: readonly string[]): readonly Key[] {
  const decoder = new KeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.feed(chunk)), ...decoder.flush()];
}

/** Text in quotes, keys by their names. */
function named(...chunks: readonly string[]): readonly string[] {
  return decode(...chunks).map((key) => (key.name === 'text' ? `"${key.text}"` : describeKey(key)));
}

describe('keys by the bytes that terminals send', () => {
  it.each([
    ['hello', '"hello"'],
    ['한국어', '"한국어"'],
    ['こんにちは', '"こんにちは"'],
    ['👩‍👩‍👧', '"👩‍👩‍👧"'],
    ['\r', 'enter'],
    ['\n', 'ctrl+j'],
    [`${ESC}\r`, 'alt+enter'],
    [`${ESC}[13;2u`, 'shift+enter'],
    [`${ESC}[27;2;13~`, 'shift+enter'],
    [`${ESC}[27;5;13~`, 'ctrl+enter'],
    ['\t', 'tab'],
    [`${ESC}[Z`, 'shift+tab'],
    [`${ESC}[9;2u`, 'shift+tab'],
    ['\x7f', 'backspace'],
    ['\x08', 'backspace'],
    [`${ESC}\x7f`, 'alt+backspace'],
    [`${ESC}[127;5u`, 'ctrl+backspace'],
    [`${ESC}[3~`, 'delete'],
    [`${ESC}[3;5~`, 'ctrl+delete'],
    [`${ESC}[A`, 'up'],
    [`${ESC}OB`, 'down'],
    [`${ESC}[1;5C`, 'ctrl+right'],
    [`${ESC}[1;3D`, 'alt+left'],
    [`${ESC}[1;4A`, 'alt+shift+up'],
    [`${ESC}O1;5C`, 'ctrl+right'],
    [`${ESC}O5D`, 'ctrl+left'],
    [`${ESC}${ESC}[C`, 'alt+right'],
    [`${ESC}Od`, 'ctrl+left'],
    [`${ESC}[c`, 'shift+right'],
    [`${ESC}[H`, 'home'],
    [`${ESC}OH`, 'home'],
    [`${ESC}[1~`, 'home'],
    [`${ESC}[7~`, 'home'],
    [`${ESC}[F`, 'end'],
    [`${ESC}OF`, 'end'],
    [`${ESC}[4~`, 'end'],
    [`${ESC}[8~`, 'end'],
    [`${ESC}[1;5H`, 'ctrl+home'],
    [`${ESC}[7^`, 'ctrl+home'],
    [`${ESC}[7$`, 'shift+home'],
    [`${ESC}[7@`, 'ctrl+shift+home'],
    [`${ESC}[5~`, 'pageup'],
    [`${ESC}[6~`, 'pagedown'],
    [`${ESC}[2~`, 'insert'],
    [`${ESC}OP`, 'f1'],
    [`${ESC}[[A`, 'f1'],
    [`${ESC}[11~`, 'f1'],
    [`${ESC}[P`, 'f1'],
    [`${ESC}[13~`, 'f3'],
    [`${ESC}[15~`, 'f5'],
    [`${ESC}[24;2~`, 'shift+f12'],
    [`${ESC}OM`, 'enter'],
    [`${ESC}Ow`, '"7"'],
    ['\x01', 'ctrl+a'],
    ['\x1a', 'ctrl+z'],
    ['\x00', 'ctrl+space'],
    ['\x1c', 'ctrl+\\'],
    ['\x1f', 'ctrl+_'],
    [`${ESC}b`, 'alt+b'],
    [`${ESC}B`, 'alt+shift+b'],
    [`${ESC}<`, 'alt+<'],
    [`${ESC}\x02`, 'ctrl+alt+b'],
    [ESC, 'escape'],
    [`${ESC}[`, 'alt+['],
    [`${ESC}O`, 'alt+shift+o'],
    [`${ESC}]`, 'alt+]'],
    [`${ESC}[27u`, 'escape'],
    [`${ESC}[97u`, '"a"'],
    [`${ESC}[97;2u`, '"a"'],
    [`${ESC}[97:65;2u`, '"A"'],
    [`${ESC}[97;2;65u`, '"A"'],
    [`${ESC}[54620u`, '"한"'],
    [`${ESC}[32;2u`, 'shift+space'],
    [`${ESC}[99;5u`, 'ctrl+c'],
    [`${ESC}[99;5:2u`, 'ctrl+c'],
    [`${ESC}[99;69u`, 'ctrl+c'],
    [`${ESC}[104;5u`, 'backspace'],
    [`${ESC}[91;5u`, 'escape'],
    [`${ESC}[122;6u`, 'ctrl+shift+z'],
    [`${ESC}[27;6;90~`, 'ctrl+shift+z'],
    [`${ESC}[27;5;99~`, 'ctrl+c'],
    [`${ESC}[45:95;6u`, 'ctrl+_'],
    [`${ESC}[12618::99;5u`, 'ctrl+c'],
    [`${ESC}[57414u`, 'enter'],
    [`${ESC}[57404u`, '"5"'],
    [`${ESC}[57417;5u`, 'ctrl+left'],
    [`${ESC}[I`, 'focus'],
    [`${ESC}[O`, 'blur'],
    [`${ESC}[?62;4c`, 'attributes'],
  ])('%j is %s', (bytes, key) => {
    expect(named(bytes)).toEqual([key]);
  });

  it('keeps text and keys in their order', () => {
    expect(named('ab\rcd\x1b[D한')).toEqual(['"ab"', 'enter', '"cd"', 'left', '"한"']);
  });

  it('takes ESC before an input method’s text for the key', () => {
    expect(named(`${ESC}한`)).toEqual(['escape', '"한"']);
  });

  it('tells ESC from the beginning of a sequence only after a while', () => {
    const decoder = new KeyDecoder();
    expect(decoder.feed(ESC)).toEqual([]);
    expect(decoder.pending).toBe(true);
    expect(decoder.flush()).toEqual([{ name: 'escape' }]);
    expect(decoder.pending).toBe(false);
    expect([...decoder.feed(ESC), ...decoder.feed('[A')]).toEqual([{ name: 'up' }]);
    expect([...decoder.feed(`${ESC}${ESC}`), ...decoder.flush()]).toEqual([{ name: 'escape' }, { name: 'escape' }]);
  });
});

describe('what is no key', () => {
  it.each([
    ['a report of the mouse', `${ESC}[<0;12;7M`],
    ['its end', `${ESC}[<0;12;7m`],
    ['an old report of the mouse', `${ESC}[M !!`],
    ['a report of the mouse in numbers', `${ESC}[32;12;7M`],
    ['a state of the keyboard protocol', `${ESC}[?1u`],
    ['a mode’s state', `${ESC}[?2026;2$y`],
    ['secondary attributes', `${ESC}[>1;10;0c`],
    ['the terminal’s name', `${ESC}P>|xterm(388)${ESC}\\`],
    ['a colour nobody asked for', `${ESC}]10;rgb:ffff/ffff/ffff\x07`],
    ['a picture’s status', `${ESC}_Gi=31;OK${ESC}\\`],
    ['a key let go', `${ESC}[97;1:3u`],
    ['an arrow let go', `${ESC}[1;1:3A`],
    ['a modifier alone', `${ESC}[57441;2u`],
    ['a key with cmd', `${ESC}[99;9u`],
    ['the end of a paste that never began', `${ESC}[201~`],
    ['a sequence nobody knows', `${ESC}[1;2;3;4 z`],
    ['a control code of eight bits', '\x9b'],
  ])('%s is passed over', (_, bytes) => {
    expect(decode(bytes)).toEqual([]);
    expect(named(`${bytes}x`)).toEqual(['"x"']);
  });

  it('passes over a sequence that broke off', () => {
    expect(named(`${ESC}[12;`)).toEqual([]);
    expect(named(`${ESC}[12;\r`)).toEqual(['enter']);
  });

  it('gives the background of the terminal', () => {
    const white = { name: 'background', red: 1, green: 1, blue: 1 };
    expect(decode(`${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\`)).toEqual([white]);
    expect(decode(`${ESC}]11;rgb:ff/ff/ff\x07`)).toEqual([white]);
    expect(decode(`${ESC}]11;rgba:0000/8000/ffff/ffff\x07`)).toEqual([
      { name: 'background', red: 0, green: 0x8000 / 0xffff, blue: 1 },
    ]);
  });

  it('gives the place of the cursor', () => {
    expect(decode(`${ESC}[12;40R`)).toEqual([{ name: 'cursor', row: 12, column: 40 }]);
  });
});

describe('pasting', () => {
  const paste = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

  it('is one event with its text, line ends as newlines', () => {
    expect(decode(`a${paste('one\r\ntwo\rthree\nfour')}b`)).toEqual([
      { name: 'text', text: 'a' },
      { name: 'paste', text: 'one\ntwo\nthree\nfour' },
      { name: 'text', text: 'b' },
    ]);
  });

  it('is never taken for keys, whatever it holds', () => {
    const hostile = `rm -rf ~\r\x03\x04${ESC}[A${ESC}[13;2u${ESC}]11;rgb:0/0/0\x07${ESC}[200~${ESC}[20`;
    expect(decode(paste(hostile))).toEqual([{ name: 'paste', text: hostile.replace('\r', '\n') }]);
  });

  it('waits for its end through a flush', () => {
    const decoder = new KeyDecoder();
    expect(decoder.feed(`${ESC}[200~one${ESC}`)).toEqual([]);
    expect(decoder.pending).toBe(false);
    expect(decoder.flush()).toEqual([]);
    expect(decoder.feed(`two${ESC}[201`)).toEqual([]);
    expect(decoder.feed('~')).toEqual([{ name: 'paste', text: `one${ESC}two` }]);
  });
});

describe('any input', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\r', '\n', '\x7f', '\x03', ESC, '[', 'O', ']', '\\', '\x07', ';', ':', '1', '27', '13', 'u', '~'),
    fc.constantFrom(`${ESC}[200~`, `${ESC}[201~`, `${ESC}[A`, `${ESC}[1;5C`, `${ESC}[13;2u`, `${ESC}]11;rgb:1/2/3\x07`),
  );
  const input = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  it('gives the same keys however it is cut into chunks', () => {
    fc.assert(
      fc.property(input, fc.array(fc.nat()), (text, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(joined(decode(...chunks))).toEqual(joined(decode(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it('never types a control character', () => {
    fc.assert(
      fc.property(input, (text) => {
        const typed = decode(text).map((key) => (key.name === 'text' ? key.text : ''));
        expect(typed.join('')).not.toMatch(/\p{Control}/u);
      }),
    );
  });
});

/** Text that came in several chunks is several events. */
function joined(keys: readonly Key[]): readonly Key[] {
  const all: Key[] = [];
  for (const key of keys) {
    const last = all.at(-1);
    if (key.name === 'text' && last?.name === 'text') all[all.length - 1] = { ...last, text: last.text + key.text };
    else all.push(key);
  }
  return all;
}
