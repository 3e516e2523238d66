import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Screen } from '../screen/screen.ts';
import { line } from '../text/span.ts';
import { chooseTheme } from '../theme/choose.ts';
import { Painter, type Picture } from './painter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(picture: () => Picture) {
  const output = { columns: 20, rows: 5, write: () => {} };
  const theme = chooseTheme({ setting: 'none', env: { TERM: 'dumb' } });
  return { painter: new Painter({ output, theme, surface: new Screen(output), isPlain: false, picture }) };
}

const still = (text: string): Picture => ({ finished: [], lines: [line(text)] });

describe('a painter', () => {
  it('has no timer while nothing moves', () => {
    const { painter } = open(() => still('same'));
    painter.paint();
    expect(vi.getTimerCount()).toBe(0);
    painter.request();
    painter.request();
    expect(vi.getTimerCount()).toBe(1);
    vi.runAllTimers();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('paints by itself what moves, until it does not', () => {
    let left = 3;
    const { painter } = open(() => ({ ...still(String(left--)), ...(left > 0 && { movesIn: 100 }) }));
    painter.paint();
    vi.advanceTimersByTime(1000);
    expect(left).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('paints once for all that comes in within a frame, and at once what is typed', () => {
    let painted = 0;
    const { painter } = open(() => still(String(painted++)));
    painter.paint();
    for (let index = 0; index < 10; index++) painter.request();
    expect(painted).toBe(1);
    vi.advanceTimersByTime(34);
    expect(painted).toBe(2);
    painter.paint();
    expect(painted).toBe(3);
  });

  it('leaves the terminal to others until it is told to go on', () => {
    let painted = 0;
    const { painter } = open(() => ({ ...still(String(painted++)), movesIn: 100 }));
    painter.paint();
    painter.pause();
    painter.request();
    painter.paint();
    vi.advanceTimersByTime(1000);
    expect([painted, vi.getTimerCount()]).toEqual([1, 0]);
    painter.resume();
    expect(painted).toBe(2);
  });
});
