import type { Assignment, SyntaxNode } from 'unbash';
import type { Danger } from './judgement.ts';
import type { Reading, Source, Taint } from './taint.ts';
import { type Chain, isBackquoted } from './tree.ts';
import { isDataShellVariable, isDataVariable } from './variable-names.ts';

const TEST_HINT = 'Compare with [ ], which does not evaluate: [ "$x" -gt 5 ]';
const ARITHMETIC = 'is evaluated as arithmetic, in which bash runs commands';

/** What a piece of syntax evaluates by itself, whatever command it stands in. `exported` names variables of programs. */
export function judgeSyntax(
  chain: Chain,
  reading: Reading,
  taint: Taint,
  exported: ReadonlySet<string>,
): readonly Danger[] {
  const node = chain.at(-1);
  const evaluated = (part: SyntaxNode | undefined, hint = 'Compute it in a program, such as bc or python.') =>
    part ? dangers(taint.arithmeticSourcesIn(part, reading), ARITHMETIC, hint) : [];
  switch (node?.type) {
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      return evaluated(node);
    case 'ArithmeticFor':
      return [node.initialize, node.test, node.update].flatMap((part) => evaluated(part));
    case 'TestBinary':
      return /^(=|==|!=|<|>|=~|-nt|-ot|-ef)$/.test(node.operator) ? [] : evaluated(node, TEST_HINT);
    case 'TestUnary':
      return /^(-[a-zGLNOS])?$/.test(node.operator) && node.operator !== '-v'
        ? []
        : evaluated(node, 'Name the variable in the template.');
    case 'ParameterExpansion': {
      const { index, operation, prefix } = node;
      const subscript = index && !/^[@*]$/.test(index.value) ? evaluated(index) : [];
      if (prefix === '!' && taint.active && operation?.type !== 'Names' && !index)
        return [
          ...subscript,
          { source: { text: node.text }, why: 'looks up a variable whose name may be given', hint: TEST_HINT },
        ];
      if (operation === undefined) return subscript;
      if (operation.type === 'Default') return [...subscript, ...setDangers(node, reading, taint, exported)];
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
      const elements = node.value.type === 'ArrayValue' ? node.value.elements : [];
      const subscripts = elements.filter(({ text }) => text.startsWith('['));
      return [
        ...evaluated(node.index),
        ...subscripts.flatMap((element) => evaluated(element)),
        ...variableDangers(node.name, isExported(node, chain, exported), taint.sourcesIn(node.value, reading)),
      ];
    }
    case 'For':
    case 'Select': {
      const sources = (node.wordlist ?? []).flatMap((word) => taint.sourcesIn(word, reading));
      return variableDangers(node.name.value, exported.has(node.name.value), sources);
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
    case 'Command': {
      const words = [node.name, ...node.args].map((each) => each?.text ?? '');
      const [program = '', second = ''] = words;
      const lets = program === 'let' || (/^(builtin|command)$/.test(program) && second === 'let');
      return lets ? node.args.flatMap((word) => evaluated(word)) : [];
    }
    default:
      return [];
  }
}

/** `${name:=value}` sets a variable. */
function setDangers(
  { parameter, operation }: Extract<SyntaxNode, { readonly type: 'ParameterExpansion' }>,
  reading: Reading,
  taint: Taint,
  exported: ReadonlySet<string>,
): readonly Danger[] {
  if (operation?.type !== 'Default' || !operation.operator.includes('=')) return [];
  return variableDangers(parameter, exported.has(parameter), taint.sourcesIn(operation.operand, reading));
}

function variableDangers(name: string, isExported: boolean, sources: readonly Source[]): readonly Danger[] {
  if (isDataShellVariable(name) && (!isExported || isDataVariable(name))) return [];
  const why = isDataShellVariable(name)
    ? `sets ${name} for programs, which are not known to treat it as data`
    : `sets ${name}, which the shell itself reads`;
  return dangers(sources, why, 'Choose a name in lower case, such as utcp_value, or set it in env_vars.');
}

/** Whether programs are given the variable: it stands before a command, or is exported somewhere. */
function isExported(node: Assignment, chain: Chain, exported: ReadonlySet<string>): boolean {
  if (exported.has(node.name)) return true;
  const command = chain.at(-2);
  if (command?.type !== 'Command') return false;
  return command.name !== undefined && command.prefix.includes(node);
}

function isPlaceholder({ placeholder }: Source): boolean {
  return placeholder !== undefined;
}

function dangers(sources: readonly Source[], why: string, hint: string): readonly Danger[] {
  return sources.map((source) => ({ source, why, hint }));
}
