import type { EditorState } from '../editor/state.ts';
import { mention, tokenAt } from '../editor/token.ts';

const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;

/**
 * A file that is dropped on a terminal comes as a paste of its path: as it is, in quotes, with backslashes, or as an
 * address. That of an image becomes a mention, so that the model is shown it; all else stays what it was.
 */
export function withDropped({ text, caret }: EditorState, pasted: string): string {
  const path = pathOf(pasted.trim());
  if (path === undefined || !IMAGE.test(path)) return pasted;
  // Right behind a word it would be part of that.
  const before = `${text.slice(0, caret)}@`;
  const isMention = tokenAt({ text: before, caret: before.length })?.kind === 'path';
  return `${isMention ? '' : ' '}${mention(path)} `;
}

function pathOf(text: string): string | undefined {
  if (text.includes('\n')) return undefined;
  if (text.startsWith('file://')) return URL.canParse(text) ? decodePath(new URL(text).pathname) : undefined;
  const [, quoted] = /^(?:'([^']+)'|"([^"]+)")$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  const path = quoted ?? text.replace(/\\(.)/g, '$1');
  const hasLooseSpace = quoted === undefined && /(?<!\\)\s/.test(text);
  return /^(?:\/|~\/|\.{1,2}\/)/.test(path) && !hasLooseSpace ? path : undefined;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
