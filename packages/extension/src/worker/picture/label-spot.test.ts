import { expect, it } from 'vitest';
import type { Box } from '../../page-message.ts';
import { labelSpot } from './label-spot.ts';

const picture = { width: 300, height: 200 };
const label = { width: 26, height: 16 };
const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

it.each([
  ['above its box', box(50, 50, 40, 20), [], [], { x: 50, y: 34 }],
  ['beside it where another box is above', box(50, 70, 10, 19), [box(50, 51, 10, 19)], [], { x: 60, y: 70 }],
  ['beside it where a label is above', box(50, 70, 10, 19), [], [box(40, 54, 26, 16)], { x: 60, y: 70 }],
  ['on the other side of it at the right edge', box(280, 4, 20, 20), [], [], { x: 254, y: 4 }],
  ['below it where it fills the width', box(0, 0, 300, 40), [], [], { x: 0, y: 40 }],
  ['inside of what holds its box', box(50, 50, 40, 20), [box(10, 10, 200, 100)], [], { x: 50, y: 34 }],
  ['inside of its box where that is all there is', box(0, 0, 300, 200), [], [], { x: 0, y: 0 }],
])('a label is %s', (_, own, others, labels, corner) => {
  expect(labelSpot(own, label, picture, [own, ...others], labels)).toEqual({ ...label, ...corner });
});
