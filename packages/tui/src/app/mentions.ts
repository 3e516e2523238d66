import type { MediaPart, Prompt } from '@helve/assistant';
import { quoteWord, runLine } from '@helve/registry';
import type { PastedImage } from '../editor/chips.ts';
import type { Host } from '../host.ts';

const MENTION = /(?:^|[\s([{<,;])@(?:"([^"\n]+)"|([^\s"]+))/g;
const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
const MOST_FILES = 10;
const MOST_CHARACTERS = 20_000;

/** A prompt with what it names: images as images, and the text of files behind the words. */
export async function withMentions(host: Host, text: string, pasted: readonly PastedImage[]): Promise<Prompt> {
  const media: MediaPart[] = pasted.map(({ mediaType, data }) => ({ type: 'media', mediaType, data }));
  const files: string[] = [];
  const paths = [...new Set(Array.from(text.matchAll(MENTION), ([, quoted, plain]) => quoted ?? trimmed(plain ?? '')))];
  for (const path of paths.slice(0, MOST_FILES)) {
    const { llmContent, error } = await runLine(host.registry, `helve fs read --path ${quoteWord(path)}`, host.caller);
    if (error) continue;
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
  return { text: [text, ...files].join('\n\n'), ...(media.length > 0 && { media }) };
}

/** Without the mark that ends a sentence. */
function trimmed(path: string): string {
  return path.replace(/[.,;:!?)\]}>]+$/, '');
}
