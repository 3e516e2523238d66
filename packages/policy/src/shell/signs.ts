import type { Command, SyntaxNode, TestExpression } from 'unbash';

/** What a piece of syntax says about how sure the reading of its line is. */
export interface Signs {
  /** Why not all that the line runs can be told. */
  readonly doubts?: readonly string[];
  /** It evaluates text as arithmetic, in which bash runs even substitutions that were quoted. */
  readonly evaluates?: boolean;
  /** It holds a substitution in quotes. */
  readonly quotesSubstitution?: boolean;
}

/** White space that shells and parsers do not agree on. */
const ODD_SPACE = /[\r\v\f\0\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]/;
/** Variables from which paths are worked out. */
const PLACES = /^(HOME|PWD|OLDPWD|CDPATH)$/;
/** Not arithmetic: shells without it run `((rm x))` in two subshells. */
const TWO_WORDS = /[A-Za-z_./]\s+([\w$"'`./~]|-[A-Za-z-])/;

/** In a shell that has no `[[`, its `&&`, `|` and `>` are those of any line. */
const WITHOUT_TESTS = '[[ ]] means different things to different shells';

const NONE: Signs = {};
const EVALUATES: Signs = { evaluates: true };

export function signsOf(node: SyntaxNode): Signs {
  switch (node.type) {
    case 'Script': {
      const errors = 'errors' in node ? (node.errors ?? []) : [];
      return { doubts: errors.map(({ message }) => `it cannot be parsed (${message})`) };
    }
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      return node.script ? NONE : { doubts: ['a substitution cannot be parsed'] };
    case 'ArithmeticCommand':
      return arithmetic(node.body);
    case 'ArithmeticExpansion':
      return arithmetic(node.text);
    case 'ArithmeticFor':
    case 'TestUnary':
      return EVALUATES;
    case 'TestBinary': {
      const redirects = /^[<>]$/.test(node.operator) || /[|&;<>]/.test(node.right.text);
      return { evaluates: true, doubts: redirects ? [WITHOUT_TESTS] : [] };
    }
    case 'TestLogical':
      return { doubts: node.operands.slice(1).some((operand) => mayBeCommand(operand)) ? [WITHOUT_TESTS] : [] };
    case 'Command':
      return { doubts: hasWordsAfterBoth(node) ? ['&> means different things to different shells'] : [] };
    case 'ParameterExpansion': {
      const runs = node.operation?.type === 'Transform' || node.operation?.type === 'Unknown';
      return {
        evaluates: node.index !== undefined || node.prefix === '!' || node.operation?.type === 'Slice',
        doubts: runs ? [`${node.text} may run the content of a variable`] : [],
      };
    }
    case 'ExtendedGlob':
      return { doubts: [`${node.text} means different things to different shells`] };
    case 'HereDoc':
      return node.closing ? NONE : { doubts: ['a here-document has no end'] };
    case 'Assignment':
      return {
        evaluates: node.index !== undefined,
        doubts: [
          ...(PLACES.test(node.name) ? [`${node.name} is changed`] : []),
          // A list with something right behind it: to zsh that is a word of its own.
          ...('text' in node.value && node.value.text.startsWith('(') ? [`${node.text} cannot be told`] : []),
        ],
      };
    case 'Word':
      return {
        doubts: ODD_SPACE.test(node.text) ? ['it holds white space that shells read differently'] : [],
        quotesSubstitution: node.parts === undefined && holdsSubstitution(node.value),
      };
    case 'AnsiCQuoted':
      return {
        quotesSubstitution: holdsSubstitution(node.value),
        // Elsewhere the escaped quote ends the string.
        doubts: node.text.includes("\\'") ? ["$'…' means different things to different shells"] : [],
      };
    case 'SingleQuoted':
    case 'Literal':
      return { quotesSubstitution: holdsSubstitution(node.value) };
    default:
      return NONE;
  }
}

function arithmetic(text: string): Signs {
  return { evaluates: true, doubts: TWO_WORDS.test(text) ? [`((${text})) may be commands to some shells`] : [] };
}

function holdsSubstitution(text: string): boolean {
  return text.includes('$(') || text.includes('`');
}

/** Whether a part of a test would run something where `[[` is only a word. */
function mayBeCommand(test: TestExpression): boolean {
  switch (test.type) {
    case 'TestUnary':
      // The operator of `[[ word ]]` is not written.
      return test.operand.pos === test.pos && !/^"?\$\w/.test(test.operand.text);
    case 'TestBinary':
      return !/^"?\$\w/.test(test.left.text);
    case 'TestLogical':
      return test.operands.some(mayBeCommand);
    case 'TestNot':
      return mayBeCommand(test.operand);
    case 'TestGroup':
      return mayBeCommand(test.expression);
  }
}

/** `a &> f b` gives `b` to `a`; where there is no `&>`, it runs `b`. */
function hasWordsAfterBoth({ suffix, prefix, name }: Command): boolean {
  const isBoth = (each: Command['suffix'][number]) => each.type === 'Redirect' && each.operator.startsWith('&>');
  const first = suffix.findIndex(isBoth);
  const behind = first >= 0 && suffix.slice(first).some(({ type }) => type === 'Word' || type === 'Assignment');
  return behind || (name !== undefined && prefix.some(isBoth));
}
