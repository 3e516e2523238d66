import type { MediaPart, Prompt } from '@helve/assistant';
import { quoteWord } from '@helve/command/line';
import { type LineResult, runLine } from '@helve/doors';
import { mentioned } from '../editor/token.ts';
import type { Host } from '../host.ts';
import type { Submission } from '../input/input-line.ts';

const IMAGE = /\.(?:png|jpe?g|gif|webp)$/i;
/** Not every word behind an @ is meant as a file; one with an ending is. */
const FILE_NAME = /[^/]\.[a-z]\w*$/i;
const MOST_FILES = 10;
const MOST_CHARACTERS = 20_000;

export interface Mentions {
  readonly prompt: Prompt;
  /** What is not sent along, and why. */
  readonly problems: readonly string[];
}

/** A prompt with what it names: images as images, and the text of files and the names in folders behind the words. */
export async function withMentions(
  host: Host,
  { text, typed, images }: Pick<Submission, 'text' | 'typed' | 'images'>,
): Promise<Mentions> {
  const media: MediaPart[] = images.map(({ mediaType, data }) => ({ type: 'media', mediaType, data }));
  const files: string[] = [];
  const problems: string[] = [];
  const paths = mentioned(typed);
  for (const written of paths.slice(0, MOST_FILES)) {
    const { path, llmContent, error } = await read(host, written);
    if (error?.code === 'NOT_FOUND' && !FILE_NAME.test(path)) continue;
    if (error) problems.push(`${path} is not attached:  ${error.message}`);
    else if (typeof llmContent !== 'string') media.push(...mediaOf(llmContent));
    else if (!IMAGE.test(path)) files.push(`<file path=${JSON.stringify(path)}>\n${shortened(llmContent)}\n</file>`);
  }
  if (paths.length > MOST_FILES) problems.push(`Only the first ${MOST_FILES} files are attached.`);
  return {
    prompt: { text, ...(media.length > 0 && { media }), ...(files.length > 0 && { addition: files.join('\n\n') }) },
    problems,
  };
}

/** Words that follow a name without a space, as they do in Japanese, Korean and Chinese: `app.tsを`. */
const NEXT_WORDS = /(?<=[!-~])\p{Lo}[^!-~]*$/u;

/** A file, or what is in a folder. */
async function read(host: Host, path: string): Promise<LineResult & { readonly path: string }> {
  const run = (action: string) => runLine(host.registry, `helve fs ${action} --path ${quoteWord(path)}`, host.caller);
  const found = await run('read');
  const shorter = path.replace(NEXT_WORDS, '');
  if (found.error?.code === 'NOT_FOUND' && shorter !== path) return read(host, shorter);
  return { path, ...(found.error?.code === 'IS_DIRECTORY' ? await run('list') : found) };
}

function mediaOf(parts: Exclude<LineResult['llmContent'], string>): readonly MediaPart[] {
  return parts.flatMap((part) =>
    'text' in part ? [] : [{ type: 'media', mediaType: part.inlineData.mimeType, data: part.inlineData.data }],
  );
}

function shortened(content: string): string {
  const left = content.length - MOST_CHARACTERS;
  return left > 0 ? `${content.slice(0, MOST_CHARACTERS)}\n[${left} characters more: read the file]` : content;
}
