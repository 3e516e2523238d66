import { sanitise } from './sanitise.ts';
import { type Line, span, type Style } from './span.ts';

const COLOUR = /\u001b\[([\d;:]*)m/;

/** The most that is in force at once: programs say each thing again and again. */
const MOST_IN_FORCE = 60;

/** A text with colours as programs write them for a terminal. Nothing else in it reaches one. */
export function coloured(text: string, usual: Style): Line {
  // Texts and the parameters between them, by turns.
  const [first = '', ...rest] = text.split(COLOUR);
  const spans = [span(sanitise(first), usual)];
  let inForce = '';
  for (let index = 0; index < rest.length; index += 2) {
    inForce = after(inForce, rest[index] ?? '');
    spans.push(span(sanitise(rest[index + 1] ?? ''), inForce === '' ? usual : { sgr: inForce }));
  }
  return spans.filter(({ text: words }) => words !== '');
}

function after(inForce: string, said: string): string {
  if (/^0*$/.test(said)) return '';
  const reset = /^0+;/.exec(said)?.[0];
  const both = reset === undefined && inForce !== '' ? `${inForce};${said}` : said.slice(reset?.length ?? 0);
  return both.length > MOST_IN_FORCE ? said : both;
}
