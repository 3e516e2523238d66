import { plain } from './plain.ts';
import type { Sight } from './sight.ts';

const CONTROLS =
  'a[href], button, input, select, textarea, summary, iframe, [tabindex], [role="button"], [role="link"]';

/**
 * Whether a part of the page is kept from those who have it read out because it cannot be used now, as what is behind a
 * dialog, or because it is a picture made of letters. Words that are only said there in another way are seen as all others.
 */
export function isKeptBack(element: Element, { style }: Sight): boolean {
  if (plain(element).getAttribute('aria-hidden') !== 'true') return false;
  return (
    ICON_FONTS.test(style.fontFamily) ||
    plain(element).matches(`svg, i, ${CONTROLS}`) ||
    plain(element).querySelector(CONTROLS) !== null
  );
}

const ICON_FONTS = /icon|material symbols|font ?awesome|glyph/i;
