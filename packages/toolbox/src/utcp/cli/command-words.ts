import type { Command, SyntaxNode, Word } from 'unbash';
import type { Reading, Source, Taint } from './taint.ts';

/** A word of a simple command, and what of a caller's is in it. */
export interface CommandWord {
  /** With its quotes resolved; what is expanded stands as written. */
  readonly text: string;
  /** Nothing in it is expanded. */
  readonly literal: boolean;
  readonly sources: readonly Source[];
  readonly node: SyntaxNode | undefined;
}

export function wordsOf(command: Command, reading: Reading, taint: Taint): readonly CommandWord[] {
  const nodes = command.name ? [command.name, ...command.args] : [];
  return nodes.map((node) => ({
    text: node.type === 'Word' ? node.value : node.text,
    literal: node.type === 'Word' && isLiteral(node),
    sources: taint.sourcesIn(node, reading),
    node,
  }));
}

export function sourcesOf(words: readonly CommandWord[]): readonly Source[] {
  return words.flatMap(({ sources }) => sources);
}

function isLiteral({ parts }: Word): boolean {
  return (parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      part.type === 'AnsiCQuoted' ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
}
