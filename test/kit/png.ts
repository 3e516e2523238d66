import { inflateSync } from 'node:zlib';

/** A picture that a test looks at. */
export interface Png {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of one pixel. */
  readonly at: (x: number, y: number) => readonly [number, number, number];
}

/** Reads a PNG as Chrome writes them: eight bits for each of three or four channels. */
export function readPng(bytes: Buffer): Png {
  const [width, height, channels] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25] === 6 ? 4 : 3];
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    }
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (stride + 1)];
    for (let column = 0; column < stride; column++) {
      const here = row * stride + column;
      const left = column >= channels ? (pixels[here - channels] ?? 0) : 0;
      const up = row > 0 ? (pixels[here - stride] ?? 0) : 0;
      const corner = row > 0 && column >= channels ? (pixels[here - stride - channels] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      pixels[here] = (raw[row * (stride + 1) + 1 + column] ?? 0) + predicted;
    }
  }
  return {
    width,
    height,
    at: (x, y) => {
      const here = y * stride + x * channels;
      return [pixels[here] ?? 0, pixels[here + 1] ?? 0, pixels[here + 2] ?? 0];
    },
  };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
