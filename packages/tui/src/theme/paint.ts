import type { Line, Style } from '../text/span.ts';
import type { Theme } from './theme.ts';

/** Texts are made safe where they are shown; what was forgotten must not move the cursor either. */
const CONTROL = /\p{Control}/u;
const CONTROLS = /\p{Control}/gu;

const LINK_END = '\u001b]8;;\u001b\\';

/** The row as it is written to a terminal: escapes only where the look changes, and none in force at its end. */
export function paint(row: Line, theme: Theme): string {
  let painted = '';
  let inForce = '';
  let linked = '';
  for (const { text, style } of row) {
    if (text === '') continue;
    const look = style && theme.attributes ? lookOf(style, theme) : '';
    const address = style?.link !== undefined && theme.links ? addressOf(style.link) : '';
    if (linked !== address && linked !== '') painted += LINK_END;
    if (look !== inForce) {
      if (look === '') painted += '\u001b[m';
      else painted += inForce === '' ? `\u001b[${look}m` : `\u001b[0;${look}m`;
      inForce = look;
    }
    if (linked !== address) {
      if (address !== '') painted += `\u001b]8;id=${idOf(address)};${address}\u001b\\`;
      linked = address;
    }
    painted += CONTROL.test(text) ? text.replaceAll(CONTROLS, '') : text;
  }
  if (linked !== '') painted += LINK_END;
  return inForce === '' ? painted : `${painted}\u001b[m`;
}

function lookOf(style: Style, theme: Theme): string {
  let look = (style.role && theme.roles[style.role]) ?? '';
  const add = (parameter: string) => {
    look = look === '' ? parameter : `${look};${parameter}`;
  };
  if (style.sgr !== undefined && theme.depth !== 'none') add(style.sgr);
  if (style.bold) add('1');
  if (style.dim) add('2');
  if (style.italic) add('3');
  if (style.underline) add('4');
  if (style.strike) add('9');
  return look;
}

/** OSC 8 allows the printable ASCII characters only. */
function addressOf(link: string): string {
  const safe = link.replace(/[^\u0021-\u007e]/gu, (character) =>
    /[\p{Control}\p{Surrogate}]/u.test(character) ? '' : encodeURIComponent(character),
  );
  // Terminals hold to this limit of the specification, and drop a longer address or print it.
  return safe.length <= 2083 ? safe : '';
}

/** Joins the pieces of a link that was wrapped: a terminal highlights all that have the same id and address. */
function idOf(address: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < address.length; index++) hash = Math.imul(hash ^ address.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
