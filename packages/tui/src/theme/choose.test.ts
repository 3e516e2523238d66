import { describe, expect, it } from 'vitest';
import { chooseTheme, type ThemeSetting } from './choose.ts';
import { colourOf256, contrast, parseColour, type Rgb } from './colour.ts';

const xterm = { TERM: 'xterm-256color' };

describe('chooseTheme', () => {
  it.each<[string, ThemeSetting, Record<string, string>, string | undefined, string, string]>([
    ['nothing known', 'auto', {}, undefined, 'dark', '16'],
    ['256 colours', 'auto', xterm, undefined, 'dark', '256'],
    ['true colour', 'auto', { ...xterm, COLORTERM: 'truecolor' }, undefined, 'dark', 'truecolour'],
    ['24 bits', 'auto', { ...xterm, COLORTERM: '24bit' }, undefined, 'dark', 'truecolour'],
    ['direct colour', 'auto', { TERM: 'xterm-direct' }, undefined, 'dark', 'truecolour'],
    ['Windows Terminal', 'auto', { WT_SESSION: 'some-id' }, undefined, 'dark', 'truecolour'],
    ['a white background', 'auto', xterm, 'rgb:ffff/ffff/ffff', 'light', '256'],
    ['a dark background', 'auto', xterm, 'rgb:1e1e/1e1e/2e2e', 'dark', '256'],
    ['a background of two digits', 'auto', xterm, 'rgb:fd/f6/e3', 'light', '256'],
    ['a background in hex', 'auto', xterm, '#fdf6e3', 'light', '256'],
    ['a background before COLORFGBG', 'auto', { ...xterm, COLORFGBG: '0;15' }, '#000000', 'dark', '256'],
    ['COLORFGBG black on white', 'auto', { ...xterm, COLORFGBG: '0;15' }, undefined, 'light', '256'],
    ['COLORFGBG white on black', 'auto', { ...xterm, COLORFGBG: '15;default;0' }, undefined, 'dark', '256'],
    ['COLORFGBG on dark grey', 'auto', { ...xterm, COLORFGBG: '15;8' }, undefined, 'dark', '256'],
    ['COLORFGBG default', 'auto', { ...xterm, COLORFGBG: '15;default' }, undefined, 'dark', '256'],
    ['an answer it cannot read', 'auto', xterm, 'white', 'dark', '256'],
    ['NO_COLOR', 'auto', { ...xterm, NO_COLOR: '1' }, undefined, 'none', 'none'],
    ['an empty NO_COLOR', 'auto', { ...xterm, NO_COLOR: '' }, undefined, 'dark', '256'],
    ['a named theme in spite of NO_COLOR', 'light', { ...xterm, NO_COLOR: '1' }, undefined, 'light', '256'],
    ['a named theme in spite of the background', 'dark', xterm, '#ffffff', 'dark', '256'],
    ['none by setting', 'none', xterm, undefined, 'none', 'none'],
    ['high contrast', 'high-contrast', xterm, undefined, 'high-contrast', '256'],
    ['a dumb terminal in spite of the setting', 'dark', { TERM: 'dumb' }, undefined, 'none', 'none'],
  ])('%s', (_, setting, env, background, name, depth) => {
    expect(chooseTheme({ setting, env, background })).toMatchObject({ name, depth });
  });

  it('knows which terminals have links, unless told', () => {
    const links = (env: Record<string, string>, told?: boolean) =>
      chooseTheme({ setting: 'auto', env, links: told }).links;
    expect([links(xterm), links({ TERM: 'linux' }), links({ TERM: 'screen' }), links({ TERM: 'dumb' })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(links({ ...xterm, TERM_PROGRAM: 'Apple_Terminal' })).toBe(false);
    expect([links({ TERM: 'screen' }, true), links(xterm, false)]).toEqual([true, false]);
  });

  it('uses no bright black on dark for what must be read: it may be the background itself', () => {
    const { roles } = chooseTheme({ setting: 'dark', env: { TERM: 'xterm' } });
    const hidden = Object.entries(roles).filter(([, look]) => look.split(';').includes('90'));
    expect(hidden.map(([role]) => role)).toEqual(['placeholder']);
  });

  it('uses no colour in the theme without colours', () => {
    const { roles } = chooseTheme({ setting: 'none', env: xterm });
    for (const look of Object.values(roles)) expect(look).toMatch(/^[1-9](?:;[1-9])*$/);
    const dim = Object.entries(roles).filter(([, look]) => look.split(';').includes('2'));
    expect(dim.map(([role]) => role)).toEqual(['placeholder']);
  });

  it.each<[ThemeSetting, string, number]>([
    ['dark', '#1e1e1e', 4.5],
    // Of the dark grounds that many use, the lightest.
    ['dark', '#2e3440', 4.5],
    ['light', '#ffffff', 4.5],
    ['light', '#fdf6e3', 4.5],
    ['high-contrast', '#000000', 7],
    ['high-contrast', '#ffffff', 7],
  ])('%s can be read on %s', (setting, background, enough) => {
    const { roles } = chooseTheme({ setting, background, env: { COLORTERM: 'truecolor' } });
    const rgbAfter = (look: string, ground: number): Rgb | undefined => {
      const found = new RegExp(`(?:^|;)${ground};5;(\\d+)`).exec(look);
      return found ? colourOf256(Number(found[1])) : undefined;
    };
    for (const [role, look] of Object.entries(roles)) {
      const behind = rgbAfter(look, 48) ?? parseColour(background) ?? [0, 0, 0];
      const ratio = contrast(rgbAfter(look, 38) ?? behind, behind);
      expect([role, ratio >= enough, ratio]).toEqual([role, true, ratio]);
    }
  });
});
