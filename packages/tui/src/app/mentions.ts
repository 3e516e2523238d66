import type { MediaPart, Prompt } from '@helve/assistant';
import { quoteWord, runLine } from '@helve/registry';
import type { PastedImage } from '../editor/chips.ts';
import type { Host } from '../host.ts';

const MENTION = /(?:^|[\s([{<,;])@(?:"([^"\n]+)"|([^\s"]+))/g;
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
const MOST_FILES = 10;
const MOST_CHARACTERS = 20_000;

export interface Mentions {
  readonly prompt: Prompt;
  /** What is there and could not be read, and why. */
  readonly problems: readonly string[];
}

/** A prompt with what it names: images as images, and the text of files behind the words. */
export async function withMentions(host: Host, text: string, pasted: readonly PastedImage[]): Promise<Mentions> {
  const media: MediaPart[] = pasted.map(({ mediaType, data }) => ({ type: 'media', mediaType, data }));
  const files: string[] = [];
  const problems: string[] = [];
  const paths = [...new Set(Array.from(text.matchAll(MENTION), ([, quoted, plain]) => quoted ?? trimmed(plain ?? '')))];
  for (const path of paths.slice(0, MOST_FILES)) {
    const { llmContent, error } = await runLine(host.registry, `helve fs read --path ${quoteWord(path)}`, host.caller);
    // Not every word behind an @ is meant as a file.
    if (error?.code === 'NOT_FOUND') continue;
    if (error) {
      problems.push(`${path} is not sent along: ${error.message}`);
      continue;
    }
    if (typeof llmContent === 'string') {
      if (!IMAGE.test(path))
        files.push(`<file path=${JSON.stringify(path)}>\n${llmContent.slice(0, MOST_CHARACTERS)}\n</file>`);
      continue;
    }
    for (const part of llmContent) {
      if (!('text' in part))
        media.push({ type: 'media', mediaType: part.inlineData.mimeType, data: part.inlineData.data });
    }
  }
  return {
    prompt: { text, ...(media.length > 0 && { media }), ...(files.length > 0 && { addition: files.join('\n\n') }) },
    problems,
  };
}

/** Without the mark that ends a sentence. */
function trimmed(path: string): string {
  return path.replace(/[.,;:!?)\]}>]+$/, '');
}
