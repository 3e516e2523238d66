export { coerce } from './values.ts';
export { explained } from './flag-mistake.ts';
export { formatLine } from './format.ts';
export { GLOBAL_PARAMETERS, type Globals, type Mode, MODES, RESERVED_NAMES, withGlobals } from './globals.ts';
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
export { tokenize } from './tokenize.ts';
export { fromArguments } from './arguments.ts';
export { isHelveLine, isPrefix, quoteWord, type Token, type TokenizedLine } from './token.ts';
export { areFlagsOf, defineWord, readWord, type WordArguments, type WordDeclaration } from './word.ts';
