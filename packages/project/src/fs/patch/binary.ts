import { inflateSync } from 'node:zlib';
import { call, CommandError, worded } from '@helve/command';

/** One half of a `GIT binary patch`: the new content itself, or what turns the old content into it. */
export interface BinaryData {
  readonly kind: 'literal' | 'delta';
  readonly bytes: Buffer;
}

const LARGEST = 64 << 20;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** A line of data: its length as a letter, then groups of five. */
const DATA = /^[A-Za-z](?:[\w!#$%&()*+;<=>?@^`{|}~-]{5})+\r?$/;

/** Reads `literal 12` or `delta 12` and the lines below it, up to an empty one. Returns the data and the next line. */
export function readBinary(
  lines: readonly string[],
  start: number,
): { readonly data: BinaryData; readonly next: number } | undefined {
  const [, kind, size] = /^(literal|delta) (\d+)\r?$/.exec(lines[start] ?? '') ?? [];
  if (kind === undefined) return undefined;
  const pieces: Buffer[] = [];
  let at = start + 1;
  for (; DATA.test(lines[at] ?? ''); at++) pieces.push(decodeLine((lines[at] ?? '').replace(/\r$/, ''), at));
  const bytes = inflate(Buffer.concat(pieces), Number(size), start);
  // svn writes no empty line below the data.
  const next = /\S/.test(lines[at] ?? '') ? at : at + 1;
  return { data: { kind: kind as BinaryData['kind'], bytes }, next };
}

/** The length as a letter, then the bytes in git's base 85. */
function decodeLine(line: string, index: number): Buffer {
  const letter = line.charCodeAt(0);
  const length = letter >= 97 ? letter - 96 + 26 : letter - 64;
  const bytes = Buffer.alloc(Math.ceil((line.length - 1) / 5) * 4);
  for (let at = 1, to = 0; at < line.length; at += 5, to += 4) {
    let value = 0;
    for (const digit of line.slice(at, at + 5)) {
      const found = DIGITS.indexOf(digit);
      if (found < 0) throw malformed(index, 'is not binary data as git writes it');
      value = value * 85 + found;
    }
    if (value > 0xffffffff) throw malformed(index, 'is not binary data as git writes it');
    bytes.writeUInt32BE(value, to);
  }
  if (length < 1 || length > 52 || length > bytes.length) throw malformed(index, 'is not binary data as git writes it');
  return bytes.subarray(0, length);
}

function inflate(packed: Buffer, size: number, index: number): Buffer {
  if (size > LARGEST) throw malformed(index, `starts more than ${LARGEST} bytes of binary data`);
  try {
    const bytes = inflateSync(packed, { maxOutputLength: Math.max(1, size) });
    if (bytes.length === size) return bytes;
  } catch {
    // Said below.
  }
  throw malformed(index, 'begins binary data that is damaged');
}

/** The new content, from the old one where the data are a delta. */
export function applyBinary(old: Buffer, { kind, bytes }: BinaryData, subject: string): Buffer {
  return kind === 'literal' ? bytes : applyDelta(old, bytes, subject);
}

/** The format of git's packs: two sizes, then pieces to copy from the old content and pieces to add. */
function applyDelta(old: Buffer, delta: Buffer, subject: string): Buffer {
  let at = 0;
  const next = () => delta[at++] ?? 0;
  const size = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = next();
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80 && at < delta.length);
    return value;
  };
  if (size() !== old.length) throw notTheSame(subject);
  const wanted = size();
  const pieces: Buffer[] = [];
  while (at < delta.length) {
    const code = next();
    if ((code & 0x80) === 0) {
      pieces.push(delta.subarray(at, at + code));
      at += code;
      continue;
    }
    let [from, length] = [0, 0];
    for (let bit = 0; bit < 4; bit++) if (code & (1 << bit)) from += next() * 2 ** (8 * bit);
    for (let bit = 0; bit < 3; bit++) if (code & (0x10 << bit)) length += next() * 2 ** (8 * bit);
    pieces.push(old.subarray(from, from + (length === 0 ? 0x10000 : length)));
  }
  const content = Buffer.concat(pieces);
  if (content.length !== wanted) throw notTheSame(subject);
  return content;
}

export function notTheSame(subject: string): CommandError {
  return new CommandError('CONFLICT', `${subject} is not the file that the binary patch was made from`, {
    hint: 'Nothing was changed. Get the version that the patch was made from, or copy the new file itself.',
    details: { path: subject },
  });
}

export function malformed(index: number, what: string): CommandError {
  return new CommandError('INVALID_INPUT', `Line ${index + 1} of the patch ${what}`, {
    hint: worded`Make the patch again, for example with git diff, or change the file with ${call('fs edit')}.`,
    details: { parameter: 'patch', line: index + 1 },
  });
}
