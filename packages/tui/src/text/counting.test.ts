import { afterEach, describe, expect, it } from 'vitest';
import { VirtualTerminal } from '../testing/virtual-terminal.ts';
import { type Counting, countingOf, countWidthsAs, width } from './width.ts';

afterEach(() => countWidthsAs('whole'));

const TEXTS = [
  '👩‍👩‍👧',
  '🇩🇪🇫🇷',
  '👍🏽',
  '❤️',
  '1️⃣',
  '🏳️‍🌈',
  '⛹🏽',
  'क्षि',
  'e\u0301',
  '한',
  '한글',
  'ﾊﾟ',
  '𝒳',
  '👍',
  '東京',
];

describe('how wide a text is', () => {
  it.each(TEXTS)('%s is what a terminal makes of it that counts parts', async (text) => {
    countWidthsAs('parts');
    const terminal = new VirtualTerminal(40, 2);
    terminal.write(text);
    expect(width(text)).toBe((await terminal.cursor()).column);
  });

  // As tmux 3.3 draws them, and terminals that draw a character as one.
  it.each<readonly [string, number, number]>([
    ['👩‍👩‍👧', 2, 2],
    ['👍🏽', 4, 2],
    ['❤️', 1, 2],
    ['🇩🇪', 2, 2],
    ['한', 2, 2],
  ])('%s has %d cells in tmux and %d as a whole', (text, inTmux, whole) => {
    countWidthsAs('unjoined parts');
    expect(width(text)).toBe(inTmux);
    countWidthsAs('whole');
    expect(width(text)).toBe(whole);
  });

  it.each<readonly [Record<string, string>, Counting]>([
    [{ TERM_PROGRAM: 'vscode' }, 'parts'],
    [{ TERM: 'alacritty' }, 'parts'],
    [{ VTE_VERSION: '7600', TERM: 'xterm-256color' }, 'parts'],
    [{ TMUX: '/tmp/tmux', TERM_PROGRAM: 'tmux', TERM: 'tmux-256color' }, 'unjoined parts'],
    [{ TERM_PROGRAM: 'WezTerm' }, 'whole'],
    [{ TERM: 'xterm-kitty' }, 'whole'],
    [{}, 'whole'],
  ])('%j counts as %s', (env, counting) => {
    expect(countingOf(env)).toBe(counting);
  });
});
