import type { Token } from 'marked';
import { findMarks } from './marks.ts';

/** Whether every mark of a text has found its pair, so that more text cannot change how this one looks. */
export function isSettled(text: string): boolean {
  if (!/[`*_~[<]/.test(text)) return true;
  return findMarks(text).every(isSettledToken);
}

function isSettledToken(token: Token): boolean {
  if (token.type !== 'text') return true;
  return !/`|<(?=[a-z/!])|\[[^\]]*$|\]$|~~|(?<!\w)[*_]+(?=\S)|\*\*/i.test(token.raw);
}
