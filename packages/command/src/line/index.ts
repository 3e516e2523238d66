export { coerce } from './coerce.ts';
export { explained } from './flag-mistake.ts';
export { formatLine } from './format.ts';
export { GLOBAL_PARAMETERS, type Globals, type Mode, MODES, RESERVED_NAMES } from './globals.ts';
export {
  commandOf,
  type ExplainRequest,
  type FindPlace,
  type Invocation,
  parse,
  parseArguments,
  type Parsed,
  parseLine,
} from './parse.ts';
export { isHelveLine, isPrefix } from './prefix.ts';
export { quoteWord } from './quote.ts';
export type { Token, TokenizedLine } from './token.ts';
export { fromArguments, tokenize } from './tokenize.ts';
export { withGlobals } from './with-globals.ts';
export { areFlagsOf, defineWord, readWord, type WordArguments, type WordDeclaration } from './word.ts';
