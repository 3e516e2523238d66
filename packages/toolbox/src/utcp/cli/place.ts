import type { SyntaxNode } from 'unbash';
import type { Placeholder } from './placeholder.ts';
import { type Chain, isBackquoted, walk } from './tree.ts';

/** How the text around a placeholder is quoted, and so how a reference is written in its stead. */
export type Form =
  | 'bare'
  | 'double'
  | 'single'
  | 'ansi'
  | 'here-document'
  | 'quoted here-document'
  | 'arithmetic'
  | 'comment';

export interface Place {
  readonly placeholder: Placeholder;
  readonly form: Form;
  /** What it stands in; empty in a comment. */
  readonly chain: Chain;
}

/** A place where no reference can be written. */
export interface NoPlace {
  readonly placeholder: Placeholder;
  readonly why: string;
  readonly hint: string;
}

/** Finds where each placeholder of a script stands. */
export function findPlaces(
  text: string,
  script: SyntaxNode,
  placeholders: readonly Placeholder[],
): readonly (Place | NoPlace)[] {
  const deepest = new Map<Placeholder, Chain>();
  const covered = new Uint8Array(text.length);
  walk(script, (chain) => {
    const node = chain.at(-1);
    if (!node || !PLACES.has(node.type)) return;
    covered.fill(1, node.pos, node.end);
    for (const each of placeholders) if (each.pos >= node.pos && each.end <= node.end) deepest.set(each, chain);
  });
  return placeholders.map((placeholder) => {
    const chain = deepest.get(placeholder);
    if (chain) return placeIn(text, placeholder, chain);
    return isComment(text, placeholder, covered)
      ? { placeholder, form: 'comment', chain: [] }
      : noPlace(placeholder, 'stands where no value can', 'Put it in an argument of a command.');
  });
}

/** Nodes in which text stands; others only hold such nodes. */
const PLACES: ReadonlySet<SyntaxNode['type']> = new Set([
  'Word',
  'Literal',
  'SingleQuoted',
  'DoubleQuoted',
  'AnsiCQuoted',
  'LocaleString',
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ProcessSubstitution',
  'ArithmeticExpansion',
  'ArithmeticCommand',
  'ArithmeticFor',
  'ArithmeticWord',
  'BraceExpansion',
  'ExtendedGlob',
  'Glob',
  'Assignment',
  'Redirect',
  'HereDoc',
  'HereDocDelimiter',
  'HereDocBody',
  'FileDescriptorVariable',
] satisfies SyntaxNode['type'][]);

function placeIn(text: string, placeholder: Placeholder, chain: Chain): Place | NoPlace {
  const refuse = (why: string, hint: string) => noPlace(placeholder, why, hint);
  const form = formOf(chain);
  if (form === undefined) {
    const hint = 'Put it in a word of its own, bare or in quotes.';
    return refuse(`stands ${NO_FORM[chain.at(-1)?.type ?? 'Word'] ?? 'where no value can'}`, hint);
  }
  if (chain.some(isBackquoted)) return refuse('stands in backquotes', 'Write $( ) in their stead.');
  if (isName(chain)) return refuse('stands where a name is set', 'Choose the name in the template.');
  if (form !== 'single' && form !== 'quoted here-document' && isEscaped(text, placeholder.pos)) {
    return refuse('stands behind a backslash', 'Leave the backslash out.');
  }
  if (form === 'here-document' && chain.some(({ type }) => type === 'ParameterExpansion')) {
    return refuse('stands in an expansion in a here-document', 'Set a variable before it.');
  }
  if (form === 'bare' && hasTilde(chain, placeholder)) {
    return refuse('follows a ~, which then no longer means the home folder', 'Write "$HOME"/ in its stead.');
  }
  return { placeholder, form, chain };
}

const NO_FORM: { readonly [Type in SyntaxNode['type']]?: string } = {
  SimpleExpansion: 'in the name of a variable',
  ParameterExpansion: 'in the name of a variable',
  CommandExpansion: 'in backquotes',
  BraceExpansion: 'in { }, which is expanded before values are put in',
  ExtendedGlob: 'in a pattern',
  Glob: 'in a pattern',
  HereDocDelimiter: 'in the end mark of a here-document',
};

function formOf(chain: Chain): Form | undefined {
  const node = chain.at(-1);
  const parent = chain.at(-2);
  switch (node?.type) {
    case 'Word':
      return node.parts ? undefined : 'bare';
    case 'SingleQuoted':
      return 'single';
    case 'AnsiCQuoted':
      return 'ansi';
    case 'ArithmeticWord':
      return 'arithmetic';
    case 'HereDocBody':
      return parent?.type === 'HereDoc' ? hereDocumentForm(parent.delimiter) : undefined;
    case 'Literal':
      if (parent?.type === 'Word') return 'bare';
      if (parent?.type === 'DoubleQuoted') return 'double';
      if (parent?.type === 'HereDocBody') return 'here-document';
      if (parent?.type === 'ArithmeticWord') return 'arithmetic';
      return undefined;
    default:
      return undefined;
  }
}

function hereDocumentForm(
  delimiter: { readonly quoted: boolean; readonly value: string } | undefined,
): Form | undefined {
  if (!delimiter?.quoted) return 'here-document';
  return /^\w+$/.test(delimiter.value) ? 'quoted here-document' : undefined;
}

/** Whether it is the name of a loop's variable, a function or an element. */
function isName(chain: Chain): boolean {
  return chain.some((node, index) => {
    const child = chain[index + 1];
    if (child?.type !== 'Word') return false;
    if (node.type === 'ArrayValue') return child.text.startsWith('[');
    return 'name' in node && node.name === child && node.type !== 'Command';
  });
}

function isEscaped(text: string, pos: number): boolean {
  return /(^|[^\\])(\\\\)*\\$/.test(text.slice(Math.max(0, pos - 100), pos));
}

function hasTilde(chain: Chain, { pos }: Placeholder): boolean {
  const word = chain.findLast(({ type }) => type === 'Word');
  return word?.type === 'Word' && word.text.startsWith('~') && !word.text.slice(0, pos - word.pos).includes('/');
}

/** A `#` that begins a word, and nothing that is read between it and the placeholder. */
function isComment(text: string, { pos }: Placeholder, covered: Uint8Array): boolean {
  const start = text.lastIndexOf('\n', pos) + 1;
  for (let at = start; at < pos; at++) {
    if (text[at] !== '#' || covered[at] === 1) continue;
    if ((at === 0 || /[\s;&|()]/.test(text.charAt(at - 1))) && !covered.subarray(at, pos).includes(1)) return true;
  }
  return false;
}

function noPlace(placeholder: Placeholder, why: string, hint: string): NoPlace {
  return { placeholder, why, hint };
}
