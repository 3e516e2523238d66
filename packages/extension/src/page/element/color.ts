/** Colours as the browser computes them, in whatever space a page names them. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** From 0 to 1. */
  readonly alpha: number;
}

export const WHITE: Color = { red: 255, green: 255, blue: 255, alpha: 1 };

/** A page has few. */
const known = new Map<string, Color>();

export function colorOf(written: string): Color {
  const before = known.get(written);
  if (before) return before;
  const color = plainColor(written) ?? drawnColor(written);
  known.set(written, color);
  return color;
}

/** `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`, which nearly all are. */
function plainColor(written: string): Color | undefined {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(written);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.slice(1, 4).map(Number);
  return { red, green, blue, alpha: parts[4] === undefined ? 1 : Number(parts[4]) };
}

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** Of any other space, as it is drawn. */
function drawnColor(written: string): Color {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) return { ...WHITE, alpha: 0 };
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = written;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
}

/** What is seen of a colour that lies over another. */
export function over(top: Color, below: Color): Color {
  const mix = (one: number, other: number) => one * top.alpha + other * (1 - top.alpha);
  return {
    red: mix(top.red, below.red),
    green: mix(top.green, below.green),
    blue: mix(top.blue, below.blue),
    alpha: 1,
  };
}

/** The contrast of two colours as WCAG counts it: 1 is none, 21 the most. */
export function contrastOf(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance({ red, green, blue }: Color): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
