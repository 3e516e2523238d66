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
  /** Without one of the 16 it is shown only where there are more. */
  readonly behind?: { readonly basic: number | undefined; readonly rich: string };
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

const onBackground = (look: Look, basic: number | undefined, rich: string): Look => ({
  ...look,
  behind: { basic, rich },
});

// Colours that are among the 256 of most terminals: written with half the bytes of others, and text is mostly colours.
const dark: Palette = {
  accent: colour(36, '#5fd7d7'),
  // Not the bright black of the 16: some terminals have the colour of their background there.
  muted: colour(37, '#9e9e9e'),
  placeholder: colour(90, '#9e9e9e'),
  strong: colour(97, '#ffffff', BOLD),
  success: colour(32, '#5fd75f'),
  warning: colour(33, '#d7af5f'),
  error: colour(31, '#ff8787'),
  denied: colour(93, '#ffd75f'),
  added: colour(32, '#5fd75f'),
  removed: colour(31, '#ff8787'),
  addedWord: onBackground(colour(30, '#d7ffd7', BOLD), 42, '#005f00'),
  removedWord: onBackground(colour(30, '#eeeeee', BOLD), 41, '#870000'),
  code: colour(36, '#87d7d7'),
  heading: colour(96, '#87d7ff', BOLD),
  link: colour(94, '#87afff', UNDERLINE),
  quote: colour(37, '#afafaf'),
  user: onBackground(colour(96, '#87d7ff'), undefined, '#303030'),
  selected: onBackground(colour(30, '#ffffff', BOLD), 46, '#005f87'),
  keyword: colour(35, '#d787d7'),
  string: colour(32, '#afd787'),
  number: colour(33, '#ffaf5f'),
  comment: colour(37, '#9e9e9e'),
  function: colour(94, '#87afff'),
  type: colour(36, '#87d7af'),
};

const light: Palette = {
  accent: colour(36, '#005f87'),
  muted: colour(90, '#6c6c6c'),
  placeholder: colour(90, '#6c6c6c'),
  strong: colour(30, '#000000', BOLD),
  success: colour(32, '#005f00'),
  warning: colour(33, '#875f00'),
  error: colour(31, '#af0000'),
  // Bright yellow cannot be read on white.
  denied: colour(33, '#875f00', BOLD),
  added: colour(32, '#005f00'),
  removed: colour(31, '#af0000'),
  addedWord: onBackground(colour(30, '#262626', BOLD), 42, '#afffaf'),
  removedWord: onBackground(colour(97, '#5f0000', BOLD), 41, '#ffd7d7'),
  code: colour(36, '#005f5f'),
  heading: colour(34, '#005faf', BOLD),
  link: colour(34, '#005fd7', UNDERLINE),
  quote: colour(90, '#626262'),
  user: onBackground(colour(34, '#005faf'), undefined, '#e4e4e4'),
  selected: onBackground(colour(97, '#ffffff', BOLD), 44, '#005fd7'),
  keyword: colour(35, '#8700af'),
  string: colour(32, '#5f5f00'),
  number: colour(31, '#af005f'),
  comment: colour(90, '#6c6c6c'),
  function: colour(34, '#005fd7'),
  type: colour(36, '#005f5f'),
};

/** Pure colours, and never colour alone: what matters is bold, underlined or inverted too. Every pair reaches 7 : 1. */
const contrastOnDark: Palette = {
  accent: colour(96, '#00ffff', BOLD),
  muted: colour(37, '#d0d0d0'),
  placeholder: colour(37, '#d0d0d0'),
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
  keyword: colour(95, '#ffafff', BOLD),
  string: colour(92, '#87ff87'),
  number: colour(93, '#ffff5f'),
  comment: colour(37, '#d0d0d0'),
  function: colour(96, '#87ffff'),
  type: colour(96, '#87ffff', BOLD),
};

const contrastOnLight: Palette = {
  accent: colour(34, '#000087', BOLD),
  muted: colour(30, '#3a3a3a'),
  placeholder: colour(30, '#3a3a3a'),
  strong: colour(30, '#000000', BOLD),
  success: colour(32, '#005f00', BOLD),
  warning: colour(35, '#303030', BOLD),
  error: colour(31, '#870000', BOLD),
  denied: colour(35, '#303030', BOLD, UNDERLINE),
  added: colour(32, '#005f00'),
  removed: colour(31, '#870000'),
  addedWord: colour(32, '#005f00', BOLD, INVERSE),
  removedWord: colour(31, '#870000', BOLD, INVERSE),
  code: colour(34, '#000087'),
  heading: colour(30, '#000000', BOLD, UNDERLINE),
  link: colour(34, '#000087', UNDERLINE),
  quote: colour(30, '#3a3a3a'),
  user: colour(30, '#000000', BOLD),
  selected: colour(30, '#000000', BOLD, INVERSE),
  keyword: colour(35, '#5f005f', BOLD),
  string: colour(32, '#005f00'),
  number: colour(31, '#870000'),
  comment: colour(30, '#3a3a3a'),
  function: colour(34, '#000087'),
  type: colour(34, '#000087', BOLD),
};

/** Terminals show dim text at half of its contrast or less: only what need not be read is. */
const colourless: Palette = {
  placeholder: only(DIM),
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
        ...(behind ? backgroundOf(behind, depth) : []),
      ].join(';'),
    ]),
  );
}

function backgroundOf({ basic, rich }: NonNullable<Look['behind']>, depth: Depth): readonly string[] {
  if (depth === 'none' || (depth === '16' && basic === undefined)) return [];
  return [background({ basic: basic ?? 0, rich }, depth)];
}
