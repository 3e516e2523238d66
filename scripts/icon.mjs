import { crc32, deflateSync } from 'node:zlib';

const [BACKGROUND, HANDLE] = [
  [38, 50, 56, 255],
  [255, 183, 77, 255],
];

/** The icon as a PNG: the handle of a tool, from corner to corner. */
export function makeIcon(size) {
  const rows = Array.from({ length: size }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: size }, (_, x) => pixel(x / size, y / size)).flat()]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // 8 bits of red, green, blue and alpha each
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixel(x, y) {
  const distance = Math.abs(x + y - 1) / Math.SQRT2;
  return distance < 0.12 && x > 0.15 && x < 0.85 ? HANDLE : BACKGROUND;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
