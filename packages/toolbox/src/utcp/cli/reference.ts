import type { SyntaxNode } from 'unbash';
import type { Place } from './place.ts';
import { unmarkVariables } from './placeholder.ts';

/** The variable of the script that holds an argument. */
export function argumentVariable(index: number): string {
  return `__utcp_a${index}`;
}

/** A command's text with references to variables in the place of those placeholders that have a value. */
export function withReferences(text: string, all: readonly Place[], names: readonly string[]): string {
  const places = all.filter(({ placeholder: { name } }) => names.includes(name));
  const edits: Edit[] = places.flatMap(({ form, placeholder: { name, pos, end } }) => {
    if (form === 'comment') return [];
    const reference = `\${${argumentVariable(names.indexOf(name))}}`;
    return [{ pos, end, text: FORMS[form](reference) }];
  });
  for (const body of quotedBodies(places)) edits.push(...unquote(text, body, places));
  edits.sort((a, b) => a.pos - b.pos);
  let written = '';
  let at = 0;
  for (const edit of edits) {
    written += text.slice(at, edit.pos) + edit.text;
    at = edit.end;
  }
  return unmarkVariables(written + text.slice(at));
}

interface Edit {
  readonly pos: number;
  readonly end: number;
  readonly text: string;
}

const FORMS: { readonly [Name in Exclude<Place['form'], 'comment'>]: (reference: string) => string } = {
  bare: (reference) => `"${reference}"`,
  double: (reference) => reference,
  single: (reference) => `'"${reference}"'`,
  ansi: (reference) => `'"${reference}"$'`,
  arithmetic: (reference) => reference,
  'here-document': (reference) => reference,
  'quoted here-document': (reference) => reference,
};

type HereDoc = Extract<SyntaxNode, { readonly type: 'HereDoc' }>;

function quotedBodies(places: readonly Place[]): ReadonlySet<HereDoc> {
  const found = places.filter(({ form }) => form === 'quoted here-document');
  return new Set(found.flatMap(({ chain }) => chain.filter((node) => node.type === 'HereDoc').slice(-1)));
}

/** Nothing is expanded in a here-document with a quoted end mark, so the mark loses its quotes and the rest is escaped. */
function unquote(text: string, { delimiter, body }: HereDoc, places: readonly Place[]): readonly Edit[] {
  if (!delimiter) return [];
  const edits: Edit[] = [{ pos: delimiter.pos, end: delimiter.end, text: delimiter.value }];
  for (let at = body.pos; at < body.end; at++) {
    const inPlaceholder = places.some(({ placeholder: { pos, end } }) => at >= pos && at < end);
    if (!inPlaceholder && /[\\$`]/.test(text.charAt(at))) edits.push({ pos: at, end: at, text: '\\' });
  }
  return edits;
}
