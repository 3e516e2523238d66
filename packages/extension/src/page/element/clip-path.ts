import type { Box } from './view.ts';

/** The box around what a clip path, or the older `clip`, leaves of an element. Undefined: not known. */
export function clipBox(box: Box, { clipPath, clip }: CSSStyleDeclaration): Box | undefined {
  const older = /^rect\(([^)]*)\)/.exec(clip)?.[1];
  if (older !== undefined) return fromEdges(box, older.split(/[\s,]+/));
  const [, shape = '', inside = ''] = /^([a-z]+)\((.*)\)/.exec(clipPath) ?? [];
  const [values = '', at = ''] = inside.split(/\bround\b|\bat\b/);
  const parts = values.trim().split(/\s+/);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (shape === 'inset') {
    const [top = '0', right = top, bottom = top, left = right] = parts;
    return {
      left: box.left + length(left, width),
      top: box.top + length(top, height),
      right: box.right - length(right, width),
      bottom: box.bottom - length(bottom, height),
    };
  }
  if (shape === 'circle' || shape === 'ellipse') {
    const [across = '', down = across] = parts;
    const [x = '50%', y = '50%'] = at.trim() === '' ? [] : at.trim().split(/\s+/);
    const middle = { x: box.left + length(x, width), y: box.top + length(y, height) };
    const radius = { x: length(across, width), y: length(down, height) };
    if (Number.isNaN(radius.x + radius.y + middle.x + middle.y)) return undefined;
    return {
      left: middle.x - radius.x,
      right: middle.x + radius.x,
      top: middle.y - radius.y,
      bottom: middle.y + radius.y,
    };
  }
  return shape === 'polygon' ? aroundPoints(box, inside) : undefined;
}

/** Of `clip: rect(top, right, bottom, left)`. */
function fromEdges(box: Box, edges: readonly string[]): Box {
  const [top = '', right = '', bottom = '', left = ''] = edges;
  return {
    left: box.left + (length(left, 0) || 0),
    top: box.top + (length(top, 0) || 0),
    right: right === 'auto' ? box.right : box.left + length(right, 0),
    bottom: bottom === 'auto' ? box.bottom : box.top + length(bottom, 0),
  };
}

function aroundPoints(box: Box, points: string): Box | undefined {
  const pairs = points.split(',').map((pair) => pair.trim().split(/\s+/).slice(-2));
  const across = pairs.map(([x = '']) => box.left + length(x, box.right - box.left));
  const down = pairs.map(([, y = '']) => box.top + length(y, box.bottom - box.top));
  if ([...across, ...down].some(Number.isNaN)) return undefined;
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}

/** In pixels; NaN for what is calculated. */
function length(value: string, whole: number): number {
  if (!/^-?[\d.]+(?:px|%)?$/.test(value)) return Number.NaN;
  return value.endsWith('%') ? (Number.parseFloat(value) / 100) * whole : Number.parseFloat(value);
}
