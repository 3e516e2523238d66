import { expect, it } from 'vitest';
import { clipBox } from './clip-path.ts';

const BOX = { left: 100, top: 200, right: 300, bottom: 300 };

const left = (clipPath: string, clip = 'auto') => clipBox(BOX, { clipPath, clip } as CSSStyleDeclaration);

it.each([
  ['inset(10px)', { left: 110, top: 210, right: 290, bottom: 290 }],
  ['inset(50% 10% round 4px)', { left: 120, top: 250, right: 280, bottom: 250 }],
  ['inset(1px 2px 3px 4px)', { left: 104, top: 201, right: 298, bottom: 297 }],
  ['circle(0px at 50% 50%)', { left: 200, top: 250, right: 200, bottom: 250 }],
  ['ellipse(20px 10px)', { left: 180, top: 240, right: 220, bottom: 260 }],
  ['polygon(0px 0px, 50% 0px, 0px 20px)', { left: 100, top: 200, right: 200, bottom: 220 }],
  ['polygon(evenodd, 0px 0px, 10px 5px)', undefined],
  ['path("M 0 0")', undefined],
  ['circle(closest-side)', undefined],
])('%s leaves %o', (clipPath, box) => {
  expect(left(clipPath)).toEqual(box);
});

it('the older clip leaves a rectangle from the top left corner', () => {
  expect(left('none', 'rect(0px, 0px, 0px, 0px)')).toEqual({ left: 100, top: 200, right: 100, bottom: 200 });
  expect(left('none', 'rect(auto, auto, 10px, auto)')).toEqual({ left: 100, top: 200, right: 300, bottom: 210 });
});
