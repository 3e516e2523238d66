import type { Token } from 'marked';
import { sanitise } from '../text/sanitise.ts';
import type { Line, Span, Style } from '../text/span.ts';
import { decodeEntities } from './entities.ts';
import { findMarks } from './marks.ts';

export interface InlineOptions {
  /** What the text looks like where nothing else is said. */
  readonly style?: Style | undefined;
  /** Whether the terminal can follow links. Where it cannot, their addresses are shown. */
  readonly links?: boolean | undefined;
}

/** Longer text is shown as it is: no writer marks that much, and the work of finding pairs of marks grows with its square. */
const LONGEST = 6_000;

/** The lines of a text with its marks turned into styles. Its own line breaks are kept: models mean them. */
export function inline(text: string, { style, links = true }: InlineOptions = {}): readonly Line[] {
  const lines: Span[][] = [[]];
  const write = (said: string, look: Style | undefined) => {
    for (const [index, piece] of said.split('\n').entries()) {
      if (index > 0) lines.push([]);
      const safe = sanitise(piece);
      if (safe !== '') lines.at(-1)?.push(look ? { text: safe, style: look } : { text: safe });
    }
  };
  if (text.length > LONGEST || !/[\\`*_~[\]<>&!@:/]|www\./.test(text)) {
    write(text, style);
    return lines;
  }
  const walk = (tokens: readonly Token[], look: Style | undefined): void => {
    for (const token of tokens) {
      switch (token.type) {
        case 'strong':
          walk(token.tokens ?? [], { ...look, bold: true });
          break;
        case 'em':
          walk(token.tokens ?? [], { ...look, italic: true });
          break;
        case 'del':
          walk(token.tokens ?? [], { ...look, strike: true });
          break;
        case 'codespan':
          write(token.text, { ...look, role: 'code' });
          break;
        case 'br':
          write('\n', look);
          break;
        case 'link':
          walk(token.tokens ?? [], { ...look, role: 'link', link: token.href });
          if (isToldApart(token.text, token.href, links)) write(` (${token.href})`, { ...look, role: 'muted' });
          break;
        case 'image':
          write(decodeEntities(token.text) || 'image', { ...look, role: 'link', link: token.href });
          write(` (${token.href})`, { ...look, role: 'muted' });
          break;
        case 'html':
          write(/^<br\s*\/?>$/i.test(token.raw) ? '\n' : token.raw, look);
          break;
        case 'escape':
          write(token.text, look);
          break;
        default:
          if ('tokens' in token && token.tokens) walk(token.tokens, look);
          else write(decodeEntities('text' in token ? String(token.text) : token.raw), look);
      }
    }
  };
  walk(findMarks(text), style);
  return lines;
}

/** Whether the address is to be shown beside the text: where it cannot be followed, or where the text names another one. */
function isToldApart(text: string, address: string, links: boolean): boolean {
  const bare = (said: string) => said.replace(/^(?:mailto:|https?:\/\/)/, '').replace(/\/$/, '');
  if (bare(text) === bare(address)) return false;
  return !links || /^(?:https?:\/\/|www\.)/.test(text.trim());
}
