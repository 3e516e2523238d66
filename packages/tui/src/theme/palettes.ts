import type { Role } from '../text/span.ts';
import { foreground, background } from './colour.ts';
import type { Depth } from './theme.ts';

/** A colour as its SGR parameter among the 16, which the user's terminal decides on, and as one that we decide on. */
interface Colour {
  readonly basic: number;
  readonly rich: string;
}

interface Look {
  readonly colour?: Colour;
  readonly behind?: Colour;
  /** SGR parameters such as 1 (bold), 2 (dim), 4 (underline), 7 (inverse). */
  readonly also?: readonly number[];
}

type Palette = Readonly<Partial<Record<Role, Look>>>;

const BOLD = 1;
const DIM = 2;
const UNDERLINE = 4;
const INVERSE = 7;

const colour = (basic: number, rich: string, ...also: readonly number[]): Look => ({ colour: { basic, rich }, also });
const only = (...also: readonly number[]): Look => ({ also });

const onBackground = (look: Look, basic: number, rich: string): Look => ({ ...look, behind: { basic, rich } });

const dark: Palette = {
  accent: colour(36, '#56c8d8'),
  muted: colour(90, '#8a8f98'),
  strong: colour(97, '#ffffff', BOLD),
  success: colour(32, '#6fcf73'),
  warning: colour(33, '#e0c060'),
  error: colour(31, '#f47a75'),
  denied: colour(93, '#ffe66b'),
  added: colour(32, '#6fcf73'),
  removed: colour(31, '#f47a75'),
  addedWord: onBackground(colour(30, '#e6ffe6', BOLD), 42, '#1f5c2a'),
  removedWord: onBackground(colour(30, '#ffeaea', BOLD), 41, '#7a2626'),
  code: colour(36, '#7fd0e0'),
  heading: colour(96, '#7cc7ff', BOLD),
  link: colour(94, '#7aa7ff', UNDERLINE),
  quote: colour(90, '#a8adb5'),
  user: colour(96, '#8fd6ff'),
  selected: onBackground(colour(30, '#ffffff', BOLD), 46, '#2f5d8a'),
  keyword: colour(35, '#c792ea'),
  string: colour(32, '#b5d98a'),
  number: colour(33, '#f0a870'),
  comment: colour(90, '#8a8f98'),
  function: colour(94, '#82aaff'),
  type: colour(36, '#7fd6c2'),
};

const light: Palette = {
  accent: colour(36, '#006b7d'),
  muted: colour(90, '#666b73'),
  strong: colour(30, '#000000', BOLD),
  success: colour(32, '#1a7a2e'),
  warning: colour(33, '#8a6100'),
  error: colour(31, '#b3261e'),
  // Bright yellow cannot be read on white.
  denied: colour(33, '#7a5200', BOLD),
  added: colour(32, '#1a7a2e'),
  removed: colour(31, '#b3261e'),
  addedWord: onBackground(colour(30, '#0b3d17', BOLD), 42, '#b8ecc2'),
  removedWord: onBackground(colour(97, '#5c0f0a', BOLD), 41, '#ffc9c4'),
  code: colour(36, '#00606f'),
  heading: colour(34, '#0b4f9e', BOLD),
  link: colour(34, '#0b57d0', UNDERLINE),
  quote: colour(90, '#5c6168'),
  user: colour(34, '#0b4f9e'),
  selected: onBackground(colour(97, '#ffffff', BOLD), 44, '#0b57d0'),
  keyword: colour(35, '#8a1fa8'),
  string: colour(32, '#3a6b00'),
  number: colour(31, '#a84300'),
  comment: colour(90, '#666b73'),
  function: colour(34, '#1f4fc4'),
  type: colour(36, '#00665a'),
};

/** Pure colours, and never colour alone: what matters is bold, underlined or inverted too. Every pair reaches 7 : 1. */
const contrastOnDark: Palette = {
  accent: colour(96, '#00ffff', BOLD),
  muted: colour(37, '#d0d0d0'),
  strong: colour(97, '#ffffff', BOLD),
  success: colour(92, '#00ff5f', BOLD),
  warning: colour(93, '#ffff00', BOLD),
  error: colour(91, '#ff8787', BOLD),
  denied: colour(93, '#ffff00', BOLD, UNDERLINE),
  added: colour(92, '#5fff87'),
  removed: colour(91, '#ff8787'),
  addedWord: colour(92, '#5fff87', BOLD, INVERSE),
  removedWord: colour(91, '#ff8787', BOLD, INVERSE),
  code: colour(96, '#87ffff'),
  heading: colour(97, '#ffffff', BOLD, UNDERLINE),
  link: colour(96, '#87ffff', UNDERLINE),
  quote: colour(37, '#d0d0d0'),
  user: colour(97, '#ffffff', BOLD),
  selected: colour(97, '#ffffff', BOLD, INVERSE),
  keyword: colour(95, '#ff9fff', BOLD),
  string: colour(92, '#87ff87'),
  number: colour(93, '#ffff5f'),
  comment: colour(37, '#d0d0d0'),
  function: colour(96, '#87ffff'),
  type: colour(96, '#87ffff', BOLD),
};

const contrastOnLight: Palette = {
  accent: colour(34, '#00008b', BOLD),
  muted: colour(30, '#3a3a3a'),
  strong: colour(30, '#000000', BOLD),
  success: colour(32, '#004d00', BOLD),
  warning: colour(35, '#5c3a00', BOLD),
  error: colour(31, '#8b0000', BOLD),
  denied: colour(35, '#5c3a00', BOLD, UNDERLINE),
  added: colour(32, '#004d00'),
  removed: colour(31, '#8b0000'),
  addedWord: colour(32, '#004d00', BOLD, INVERSE),
  removedWord: colour(31, '#8b0000', BOLD, INVERSE),
  code: colour(34, '#00008b'),
  heading: colour(30, '#000000', BOLD, UNDERLINE),
  link: colour(34, '#00008b', UNDERLINE),
  quote: colour(30, '#3a3a3a'),
  user: colour(30, '#000000', BOLD),
  selected: colour(30, '#000000', BOLD, INVERSE),
  keyword: colour(35, '#5f005f', BOLD),
  string: colour(32, '#004d00'),
  number: colour(31, '#8b0000'),
  comment: colour(30, '#3a3a3a'),
  function: colour(34, '#00008b'),
  type: colour(34, '#00008b', BOLD),
};

const colourless: Palette = {
  muted: only(DIM),
  strong: only(BOLD),
  error: only(BOLD),
  addedWord: only(BOLD, UNDERLINE),
  removedWord: only(BOLD, UNDERLINE),
  heading: only(BOLD),
  link: only(UNDERLINE),
  selected: only(INVERSE),
};

export const palettes = { dark, light, contrastOnDark, contrastOnLight, colourless } as const;

/** The SGR parameters of each role for a terminal of so many colours. */
export function sgrOf(palette: Palette, depth: Depth): Readonly<Partial<Record<Role, string>>> {
  return Object.fromEntries(
    Object.entries(palette).map(([role, { colour, behind, also = [] }]) => [
      role,
      [
        ...also.map(String),
        ...(colour && depth !== 'none' ? [foreground(colour, depth)] : []),
        ...(behind && depth !== 'none' ? [background(behind, depth)] : []),
      ].join(';'),
    ]),
  );
}
