import type { Line, Role, Span, Style } from '../text/span.ts';
import { decodeEntities } from './entities.ts';

type Highlighter = (code: string, language: string) => string | undefined;

export interface HighlightedLine {
  readonly line: Line;
  /** Lines that are to be seen before the next one for it to be understood: those of a comment or string that goes on. */
  readonly context: readonly string[];
}

/** What goes on for longer is seen by its first line and its last ones. */
const LONGEST_CONTEXT = 8;
/** Longer lines are data or were made by a machine. */
const LONGEST_LINE = 2_000;

let highlighter: Highlighter | undefined;

/** Loads the languages. Until it has, code is shown plain. */
export async function loadHighlighter(): Promise<void> {
  highlighter = (await import('./languages.ts')).highlightToHtml;
}

/** The lines of a piece of code in colours. */
export function highlight(code: string, language: string): readonly Line[] {
  let context: readonly string[] = [];
  return code.split('\n').map((text) => {
    const highlighted = highlightLine(text, language, context);
    context = highlighted.context;
    return highlighted.line;
  });
}

/** One line of code in colours, and what is to be known for the next one. */
export function highlightLine(text: string, language: string, context: readonly string[]): HighlightedLine {
  const plain: HighlightedLine = { line: text === '' ? [] : [{ text }], context: [] };
  if (!highlighter || language === '' || text.length > LONGEST_LINE) return plain;
  const html = highlighter(`${[...context, text].join('\n')}\n`, language);
  if (html === undefined) return plain;
  const { lines, isOpen } = read(html);
  const line = lines.at(-2) ?? plain.line;
  if (!isOpen) return { line, context: [] };
  const seen = [...context, text];
  return { line, context: seen.length > LONGEST_CONTEXT ? [...seen.slice(0, 1), ...seen.slice(2)] : seen };
}

/** Reads the HTML of highlight.js: nothing but spans, text and entities. */
function read(html: string): { readonly lines: readonly Line[]; readonly isOpen: boolean } {
  const lines: Span[][] = [[]];
  const styles: (Style | undefined)[] = [];
  let isOpen = false;
  for (const [piece, classes] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (classes !== undefined) {
      styles.push(styleOf(classes, styles.at(-1)));
    } else if (piece === '</span>') {
      styles.pop();
    } else {
      const style = styles.at(-1);
      for (const [index, text] of decodeEntities(piece.replaceAll('&#x27;', "'")).split('\n').entries()) {
        if (index > 0) {
          lines.push([]);
          // Something that holds the end of a line goes on in the next one.
          isOpen = styles.length > 0;
        }
        if (text !== '') lines.at(-1)?.push(style ? { text, style } : { text });
      }
    }
  }
  return { lines, isOpen };
}

const ROLES: Readonly<Record<string, Role | undefined>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  built_in: 'type',
  type: 'type',
  class: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  literal: 'number',
  number: 'number',
  string: 'string',
  regexp: 'string',
  symbol: 'string',
  char: 'string',
  link: 'string',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  title: 'function',
  function: 'function',
  attr: 'function',
  attribute: 'function',
  section: 'heading',
  bullet: 'accent',
  code: 'code',
  addition: 'added',
  deletion: 'removed',
};

function styleOf(classes: string, outer: Style | undefined): Style | undefined {
  const [name = '', ...more] = classes.split(' ').map((one) => one.replace(/^hljs-|_$/g, ''));
  if (name === 'subst' || name.startsWith('language-')) return undefined;
  if (name === 'emphasis') return { ...outer, italic: true };
  if (name === 'strong') return { ...outer, bold: true };
  if (name === 'title' && more.includes('class')) return { role: 'type' };
  const role = ROLES[name];
  return role ? { role } : outer;
}
