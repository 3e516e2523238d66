import { describe, expect, it } from 'vitest';
import { span, type Line } from '../text/span.ts';
import { chooseTheme } from './choose.ts';
import { foreground } from './colour.ts';
import { paint } from './paint.ts';

const basic = chooseTheme({ setting: 'dark', env: {} });
const link = { role: 'link', link: 'https://example.com/a' } as const;

/** The escape character as a letter, so that it can be read. */
const show = (row: Line, theme = basic) => paint(row, theme).replaceAll('\u001b', '␛');

describe('paint', () => {
  it('writes plain text as it is', () => {
    expect(show([span('plain')])).toBe('plain');
    expect(show([])).toBe('');
  });

  it('writes an escape only where the look changes, and ends with none in force', () => {
    expect(show([span('a ', { role: 'success' }), span('b', { role: 'success' })])).toBe('␛[32ma b␛[m');
    expect(show([span('a', { role: 'success' }), span('b')])).toBe('␛[32ma␛[mb');
    expect(show([span('a', { role: 'success' }), span('b', { role: 'error' })])).toBe('␛[32ma␛[0;31mb␛[m');
    expect(show([span('a', { role: 'success' }), span('', { role: 'error' }), span('b', { role: 'success' })])).toBe(
      '␛[32mab␛[m',
    );
  });

  it('adds what a style has to what its role looks like', () => {
    expect(show([span('x', { role: 'error', strike: true })])).toBe('␛[31;9mx␛[m');
    expect(show([span('x', { bold: true, dim: true, italic: true, underline: true })])).toBe('␛[1;2;3;4mx␛[m');
  });

  it('uses the colours that the terminal has', () => {
    const look = (env: Record<string, string>) =>
      show([span('x', { role: 'success' })], chooseTheme({ setting: 'dark', env }));
    expect(look({ TERM: 'xterm-256color' })).toBe('␛[38;5;77mx␛[m');
    expect(look({ COLORTERM: 'truecolor' })).toBe('␛[38;5;77mx␛[m');
  });

  it('keeps bold and strike without colours, and writes no escape at all to a dumb terminal', () => {
    const row = [span('x', { role: 'error', strike: true }), span('y', link)];
    expect(show(row, chooseTheme({ setting: 'none', env: {}, links: false }))).toBe('␛[1;9mx␛[0;4my␛[m');
    expect(show(row, chooseTheme({ setting: 'dark', env: { TERM: 'dumb' } }))).toBe('xy');
  });

  it('writes links, and gives the pieces of one that was wrapped the same id', () => {
    const [first, second] = [paint([span('go ', link)], basic), paint([span('there', link), span('.')], basic)];
    expect(show([span('there', link), span('.')])).toMatch(
      /^␛\[4;94m␛\]8;id=[\da-z]+;https:\/\/example\.com\/a␛\\there␛\]8;;␛\\␛\[m\.$/,
    );
    expect(/id=[^;]+/.exec(first)?.[0]).toBe(/id=[^;]+/.exec(second)?.[0]);
    expect(show([span('a', link), span('b', { ...link, bold: true })]).match(/\]8;id/g)).toHaveLength(1);
  });

  it('lets no text move the cursor', () => {
    expect(show([span('a\u001b[2Jb\u0007\r\u009b1mc'), span('d\n', { bold: true })])).toBe('a[2Jb1mc␛[1md␛[m');
  });

  it('lets no address break out of the link', () => {
    const painted = show([span('x', { link: 'https://e.com/\u001b\\\u0007\n\u009c a한' })]);
    expect(painted).toMatch(/^␛\]8;id=[\da-z]+;https:\/\/e\.com\/\\%20a%ED%95%9C␛\\x␛\]8;;␛\\$/);
    expect(show([span('x', { link: `https://e.com/${'a'.repeat(3000)}` })])).toBe('x');
  });
});

it('writes a colour in the fewest bytes that the terminal understands', () => {
  const ours = { basic: 32, rich: '#5fd75f' };
  const other = { basic: 32, rich: '#123456' };
  expect([foreground(ours, '16'), foreground(ours, '256'), foreground(ours, 'truecolour')]).toEqual([
    '32',
    '38;5;77',
    '38;5;77',
  ]);
  expect(foreground(other, 'truecolour')).toBe('38;2;18;52;86');
});
