import type { Depth } from './theme.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

interface Colour {
  readonly basic: number;
  readonly rich: string;
}

export function foreground(colour: Colour, depth: Exclude<Depth, 'none'>): string {
  return parameters(colour, depth, 38);
}

export function background(colour: Colour, depth: Exclude<Depth, 'none'>): string {
  return parameters(colour, depth, 48);
}

function parameters({ basic, rich }: Colour, depth: Exclude<Depth, 'none'>, ground: 38 | 48): string {
  if (depth === '16') return String(basic);
  const rgb = parseColour(rich) ?? [0, 0, 0];
  const index = nearestOf256(rgb);
  return depth === '256' || isSame(rgb, colourOf256(index)) ? `${ground};5;${index}` : `${ground};2;${rgb.join(';')}`;
}

/** Reads `#rrggbb`, or `rgb:rrrr/gggg/bbbb` as a terminal answers when it is asked for its background (OSC 11). */
export function parseColour(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (hex)
    return [Number.parseInt(hex[1] ?? '', 16), Number.parseInt(hex[2] ?? '', 16), Number.parseInt(hex[3] ?? '', 16)];
  const reply = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(text);
  if (!reply) return undefined;
  const scaled = (digits = '0') => Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
  return [scaled(reply[1]), scaled(reply[2]), scaled(reply[3])];
}

/** Relative luminance as WCAG has it, from 0 (black) to 1 (white). */
export function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const CUBE = [0, 95, 135, 175, 215, 255];

/** The nearest of the 6 × 6 × 6 cube and the 24 greys. The first 16 are left out: each terminal shows them differently. */
function nearestOf256(rgb: Rgb): number {
  const steps = rgb.map((value) => indexOfNearest(CUBE, value));
  const cube = steps.map((step) => CUBE[step] ?? 0);
  const grey = Math.max(0, Math.min(23, Math.round(((rgb[0] + rgb[1] + rgb[2]) / 3 - 8) / 10)));
  const shade = 8 + grey * 10;
  return distance(rgb, [shade, shade, shade]) < distance(rgb, cube)
    ? 232 + grey
    : 16 + 36 * (steps[0] ?? 0) + 6 * (steps[1] ?? 0) + (steps[2] ?? 0);
}

/** One of the cube or the greys, from 16 on. */
export function colourOf256(index: number): Rgb {
  const shade = 8 + (index - 232) * 10;
  if (index >= 232) return [shade, shade, shade];
  const step = (size: number) => CUBE[Math.floor((index - 16) / size) % 6] ?? 0;
  return [step(36), step(6), step(1)];
}

function isSame(one: Rgb, other: Rgb): boolean {
  return one.every((part, index) => part === other[index]);
}

function indexOfNearest(values: readonly number[], wanted: number): number {
  return values.reduce(
    (best, value, index) => (Math.abs(value - wanted) < Math.abs((values[best] ?? 0) - wanted) ? index : best),
    0,
  );
}

function distance(one: Rgb, other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0);
}
