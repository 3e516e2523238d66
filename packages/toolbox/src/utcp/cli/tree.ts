import { CommandError } from '@helve/command';
import { forEachChild, type SyntaxNode } from 'unbash';

/** A node and all that it stands in, outermost first. */
export type Chain = readonly SyntaxNode[];

const DEEPEST = 300;

/** Visits a node and all in it. What stands in backquotes is not looked into: its text is escaped once more. */
export function walk(node: SyntaxNode, visit: (chain: Chain) => void, above: Chain = []): void {
  const chain = [...above, node];
  if (chain.length > DEEPEST) {
    throw new CommandError('INVALID_INPUT', 'A command is nested too deep to be taken apart', {
      hint: 'Put it in a script of its own and call that.',
    });
  }
  visit(chain);
  if (!isBackquoted(node)) forEachChild(node, (child) => walk(child, visit, chain));
}

export function isBackquoted(node: SyntaxNode): boolean {
  return node.type === 'CommandExpansion' && node.text.startsWith('`');
}
