import type { Box } from '../../page-message.ts';

type Size = Pick<Box, 'width' | 'height'>;

/**
 * Where the label of a box goes, so that it covers neither another box nor what is in its own: above it, or beside or below
 * it. Where all of that is taken, above it all the same.
 */
export function labelSpot(box: Box, label: Size, picture: Size, boxes: readonly Box[], labels: readonly Box[]): Box {
  const { x, y, width, height } = box;
  const spots = [
    { x, y: y - label.height },
    { x: x + width, y },
    { x: x - label.width, y },
    { x, y: y + height },
  ].map((corner) => ({ ...corner, ...label }));
  // What is in a box cannot but be labelled within it.
  const taken = [...labels, ...boxes.filter((other) => other !== box && !holds(other, box))];
  const whole = { x: 0, y: 0, ...picture };
  const free = spots.find((spot) => holds(whole, spot) && !taken.some((other) => overlap(spot, other)));
  return free ?? within(spots.find((spot) => holds(whole, spot)) ?? { x, y, ...label }, picture);
}

function within({ x, y, ...label }: Box, picture: Size): Box {
  const most = { x: picture.width - label.width, y: picture.height - label.height };
  return { x: Math.max(0, Math.min(x, most.x)), y: Math.max(0, Math.min(y, most.y)), ...label };
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
