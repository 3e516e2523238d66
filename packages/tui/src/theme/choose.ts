import { luminance, parseColour } from './colour.ts';
import { palettes, sgrOf } from './palettes.ts';
import type { Depth, Theme } from './theme.ts';

export type ThemeSetting = 'auto' | 'dark' | 'light' | 'high-contrast' | 'none';

export interface ThemeChoice {
  readonly setting: ThemeSetting;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the terminal says its background is: `rgb:rrrr/gggg/bbbb` or `#rrggbb`. */
  readonly background?: string | undefined;
  /** Says whether links may be used, where the user knows better than the environment. */
  readonly links?: boolean | undefined;
}

/** A theme for this terminal. A theme that the user names is stronger than NO_COLOR, as no-color.org asks. */
export function chooseTheme({ setting, env, background, links = knowsLinks(env) }: ThemeChoice): Theme {
  if (env.TERM === 'dumb') return { name: 'none', depth: 'none', roles: {}, attributes: false, links: false };
  if (setting === 'none' || (setting === 'auto' && Boolean(env.NO_COLOR))) {
    return { name: 'none', depth: 'none', roles: sgrOf(palettes.colourless, 'none'), attributes: true, links };
  }
  const depth = depthOf(env);
  const made = (name: Theme['name'], palette: keyof typeof palettes): Theme => {
    return { name, depth, roles: sgrOf(palettes[palette], depth), attributes: true, links };
  };
  if (setting === 'dark' || setting === 'light') return made(setting, setting);
  const isLight = hasLightBackground(background, env);
  if (setting === 'high-contrast') return made('high-contrast', isLight ? 'contrastOnLight' : 'contrastOnDark');
  return isLight ? made('light', 'light') : made('dark', 'dark');
}

function depthOf({ COLORTERM = '', TERM = '', WT_SESSION }: ThemeChoice['env']): Depth {
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM) || TERM.endsWith('-direct') || WT_SESSION) return 'truecolour';
  return /256/.test(TERM) ? '256' : '16';
}

function hasLightBackground(background: string | undefined, { COLORFGBG }: ThemeChoice['env']): boolean {
  const reported = background === undefined ? undefined : parseColour(background);
  // Where black text and white text read equally well.
  if (reported) return luminance(reported) > 0.179;
  // `foreground;background` or `foreground;pixmap;background`, as numbers among the 16 colours.
  const index = /(?:^|;)(\d+)$/.exec(COLORFGBG ?? '')?.[1];
  return index !== undefined && (index === '7' || Number(index) >= 9);
}

/** Terminals drop an OSC they do not know; these print it, or are known to ignore links. */
function knowsLinks({ TERM = '', TERM_PROGRAM = '' }: ThemeChoice['env']): boolean {
  return !/^(?:linux|screen|vt\d+|cons25|eterm)/.test(TERM) && TERM_PROGRAM !== 'Apple_Terminal';
}
