import type { Command, SyntaxNode, Word, WordPart } from 'unbash';
import { findPlaceholders } from './placeholder.ts';
import type { Reading, Source, Taint } from './taint.ts';

/** A word of a simple command, and what of a caller's is in it. */
export interface CommandWord {
  /** With its quotes resolved; what is expanded stands as written. */
  readonly text: string;
  /** Nothing in it is expanded. */
  readonly literal: boolean;
  readonly sources: readonly Source[];
  /** Its text before the first thing of a caller's or the first expansion. */
  readonly prefix: string;
  /** Something of a caller's in it may become several words. */
  readonly splits: boolean;
  readonly lead: Lead;
  readonly node: SyntaxNode | undefined;
}

/**
 * What a word starts with: text of the template, one of these arguments of a caller, or something of a caller's that is
 * only known when it runs.
 */
export type Lead = 'template' | readonly string[] | 'unknown';

export function wordsOf(command: Command, reading: Reading, taint: Taint): readonly CommandWord[] {
  const nodes = command.name ? [command.name, ...command.args] : [];
  return nodes.map((node) => {
    const text = node.type === 'Word' ? node.value : node.text;
    const sources = taint.sourcesIn(node, reading);
    return {
      text,
      literal: node.type === 'Word' && isLiteral(node) && findPlaceholders(text).length === 0,
      sources,
      prefix: node.type === 'Word' ? prefixOf(node) : text.slice(0, text.indexOf('=') + 1),
      splits: node.type === 'Word' && sources.length > 0 && splits(node.parts ?? [], reading, taint),
      lead: node.type === 'Word' ? taint.leadOf(node, reading) : 'template',
      node,
    };
  });
}

/** A word that is put together when the command runs, from what of a caller's is given. */
export function madeWord(text: string, sources: readonly Source[]): CommandWord {
  return { text, literal: false, sources, prefix: '', splits: sources.length > 0, lead: 'unknown', node: undefined };
}

export function sourcesOf(words: readonly CommandWord[]): readonly Source[] {
  return words.flatMap(({ sources }) => sources);
}

export function isLiteral({ parts }: Pick<Word, 'parts'>): boolean {
  return (parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      part.type === 'AnsiCQuoted' ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
}

/** The known text at the start of a word. A pattern is no known text. */
function prefixOf({ value, parts }: Word): string {
  let known = '';
  const add = (part: WordPart): boolean => {
    if (part.type === 'DoubleQuoted') return part.parts.every(add);
    if (part.type !== 'Literal' && part.type !== 'SingleQuoted' && part.type !== 'AnsiCQuoted') return false;
    const [first] = findPlaceholders(part.value);
    known += first ? part.value.slice(0, first.pos) : part.value;
    return first === undefined;
  };
  if (parts) parts.every(add);
  else {
    const [first] = findPlaceholders(value);
    known = first ? value.slice(0, first.pos) : value;
  }
  return known;
}

function splits(parts: readonly WordPart[], reading: Reading, taint: Taint): boolean {
  return parts.some((part) => {
    if (part.type === 'DoubleQuoted') {
      return part.parts.some((each) => isList(each) && taint.sourcesIn(each, reading).length > 0);
    }
    const expands = /^(SimpleExpansion|ParameterExpansion|CommandExpansion)$/.test(part.type);
    return expands && taint.sourcesIn(part, reading).length > 0 && !isInnerQuoted(part);
  });
}

/** `"$@"` and `"${list[@]}"` are as many words as there are elements. */
function isList(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  return part.type === 'ParameterExpansion' && (part.parameter === '@' || part.index?.value === '@');
}

/** `${name:-"$x"}`: the value of a caller's is a placeholder, which is always quoted. */
function isInnerQuoted(part: WordPart): boolean {
  return (
    part.type === 'ParameterExpansion' &&
    part.operation?.type === 'Default' &&
    findPlaceholders(part.operation.operand.value).length > 0
  );
}
