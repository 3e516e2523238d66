import { expect, it } from 'vitest';
import { line } from '../text/span.ts';
import { type Overlay } from './overlay.ts';
import { viewer } from './viewer.ts';

/** A page that counts how often it is read. */
function countedPage() {
  const page = {
    title: 'Long',
    read: 0,
    get lines() {
      page.read++;
      return Array.from({ length: 100 }, (_, index) => line(`row ${index}`));
    },
  };
  return page;
}

function press(overlay: Overlay<void>, name: 'down' | 'left'): Overlay<void> {
  const step = overlay.press({ name });
  if (!('next' in step)) throw new Error(`${name} does nothing`);
  return step.next;
}

it('reads a page once for each width, and only what is looked at', () => {
  const [other, page] = [countedPage(), countedPage()];
  const place = { columns: 80, rows: 10 };
  let shown = viewer([other, page]);
  for (let row = 0; row < 5; row++) {
    shown.draw(place);
    shown = press(shown, 'down');
  }
  expect([other.read, page.read]).toEqual([0, 1]);
  shown.draw({ ...place, columns: 40 });
  expect(page.read).toBe(2);
  press(shown, 'left').draw(place);
  expect(other.read).toBe(1);
});
