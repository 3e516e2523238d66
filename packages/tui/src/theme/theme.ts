import type { Role } from '../text/span.ts';

export type ThemeName = 'dark' | 'light' | 'high-contrast' | 'none';

/** How many colours a terminal has. */
export type Depth = 'none' | '16' | '256' | 'truecolour';

/** What each role looks like, as the parameters of an SGR escape (`1;32`). */
export interface Theme {
  readonly name: ThemeName;
  readonly depth: Depth;
  readonly roles: Readonly<Partial<Record<Role, string>>>;
  /** Whether bold, underline and the like may be used: a dumb terminal has no escapes at all. */
  readonly attributes: boolean;
  /** Whether the terminal understands OSC 8. Where it does not, addresses are to be shown as text. */
  readonly links: boolean;
}
