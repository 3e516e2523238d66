import type { SyntaxNode } from 'unbash';
import type { Danger } from './judge-command.ts';
import type { Reading, Source, Taint } from './taint.ts';
import { isBackquoted } from './tree.ts';

/** Variables that decide what runs, or are evaluated when they are set. */
const GOVERNING_VARIABLE =
  /^(PATH|LD_\w+|DYLD_\w+|BASH\w*|ENV|IFS|PS\d|PROMPT_COMMAND|SHELL\w*|CDPATH|EDITOR|VISUAL|BROWSER|\w*PAGER|GIT_(?!AUTHOR|COMMITTER|DIR$|WORK_TREE$)\w+|SSH_\w+|SUDO_\w+|LESS(OPEN|CLOSE)|PYTHON\w+|NODE_(OPTIONS|PATH)|PERL\w+|RUBY\w+|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAKE\w*|GCONV_PATH|NLSPATH|RANDOM|SRANDOM|SECONDS|LINENO|OPTIND|HIST\w+|FUNCNEST|TMOUT|EPOCH\w+|GLOBIGNORE|EXECIGNORE|CMD_\d+_OUTPUT|__utcp\w*)$/;

const TEST_HINT = 'Compare with [ ] in its stead, which does not evaluate: [ "$x" -gt 5 ]';
const ARITHMETIC = 'is evaluated as arithmetic, in which bash runs commands';

/** What a piece of syntax evaluates by itself, whatever command it stands in. */
export function judgeSyntax(node: SyntaxNode, reading: Reading, taint: Taint): readonly Danger[] {
  const evaluated = (part: SyntaxNode | undefined, hint = 'Compute it in a program, such as bc or python.') =>
    part ? dangers(taint.arithmeticSourcesIn(part, reading), ARITHMETIC, hint) : [];
  switch (node.type) {
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      return evaluated(node);
    case 'ArithmeticFor':
      return [node.initialize, node.test, node.update].flatMap((part) => evaluated(part));
    case 'TestBinary':
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator) ? evaluated(node, TEST_HINT) : [];
    case 'TestUnary':
      return /^-[vR]$/.test(node.operator) ? evaluated(node, 'Name the variable in the template.') : [];
    case 'ParameterExpansion': {
      const { index, operation, prefix } = node;
      const subscript = index && !/^[@*]$/.test(index.value) ? evaluated(index) : [];
      if (prefix === '!' && taint.active && operation?.type !== 'Names' && !index)
        return [
          ...subscript,
          { source: { text: node.text }, why: 'looks up a variable whose name may be given', hint: TEST_HINT },
        ];
      if (operation === undefined || operation.type === 'Default') return subscript;
      if (operation.type === 'Slice')
        return [...subscript, ...evaluated(operation.offset), ...evaluated(operation.length)];
      // ${x@P} runs what x holds.
      const whole = operation.type === 'Transform' || operation.type === 'Unknown';
      const sources = whole
        ? taint.sourcesIn(node, reading)
        : taint.sourcesIn(operation, reading).filter(isPlaceholder);
      return [
        ...subscript,
        ...dangers(sources, 'is part of an operation on a variable', 'Set a variable of its own first.'),
      ];
    }
    case 'Assignment': {
      const governs = GOVERNING_VARIABLE.test(node.name) ? taint.sourcesIn(node.value, reading) : [];
      return [
        ...evaluated(node.index),
        ...dangers(governs, `sets ${node.name}, which decides what runs`, 'Set it in the template.'),
      ];
    }
    case 'Redirect': {
      const duplicates = node.operator === '<&' || node.operator === '>&';
      const sources = duplicates && node.target ? taint.sourcesIn(node.target, reading) : [];
      return dangers(sources, `stands behind ${node.operator}, which bash expands twice`, 'Write > or < with a file.');
    }
    case 'CommandExpansion':
      return isBackquoted(node)
        ? dangers(taint.sourcesIn(node, reading), 'stands in backquotes', 'Write $( ) in their stead.')
        : [];
    default:
      return [];
  }
}

function isPlaceholder({ placeholder }: Source): boolean {
  return placeholder !== undefined;
}

function dangers(sources: readonly Source[], why: string, hint: string): readonly Danger[] {
  return sources.map((source) => ({ source, why, hint }));
}
