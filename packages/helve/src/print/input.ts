import { fstatSync } from 'node:fs';
import { CommandError } from '@helve/command';
import type { Streams } from '@helve/doors';
import type { MediaPart, Prompt } from '@helve/assistant';

/** How long standard input may say nothing before it is taken for one that somebody forgot to close. */
const PATIENCE_MS = 3_000;

/** The prompt with what came on standard input. */
export async function readPrompt(said: string, streams: Streams): Promise<string> {
  const input = hasInput() ? await readPatiently(streams) : '';
  const prompt = [said, input].filter((part) => part.trim() !== '').join('\n\n');
  if (prompt !== '') return prompt;
  throw new CommandError('INVALID_INPUT', 'There is no prompt', {
    hint: 'For example: helve -p "What is this project?"',
  });
}

/** Messages as JSON lines: {"type":"user","message":{"role":"user","content":"…"}} */
export async function* readMessages(streams: Streams, signal: AbortSignal): AsyncGenerator<Prompt> {
  for await (const line of streams.stdinLines(signal)) {
    if (line.trim() === '') continue;
    const prompt = parseMessage(line);
    if (!prompt) {
      throw new CommandError('INVALID_INPUT', `This is not a message: ${line.slice(0, 200)}`, {
        hint: 'One JSON object a line: {"type":"user","message":{"role":"user","content":"Hello"}}',
      });
    }
    yield prompt;
  }
}

/** A pipe or a file; not a terminal, and not /dev/null. */
function hasInput(): boolean {
  try {
    return !fstatSync(0).isCharacterDevice();
  } catch {
    return false;
  }
}

async function readPatiently(streams: Streams): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const given = streams.readStdin(Number.POSITIVE_INFINITY);
  const silent = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  const input = await Promise.race([given, silent]);
  clearTimeout(timer);
  if (input === undefined) streams.writeError('warning: nothing came on standard input; going on without it\n');
  return input?.toString('utf8') ?? '';
}

function parseMessage(line: string): Prompt | undefined {
  try {
    const { type, message } = JSON.parse(line) as { type?: unknown; message?: { content?: unknown } };
    if (type !== 'user') return undefined;
    const content = message?.content;
    if (typeof content === 'string') return { text: content };
    if (!Array.isArray(content)) return undefined;
    const blocks = content as readonly Block[];
    return {
      text: blocks
        .flatMap(({ type: kind, text }) => (kind === 'text' && text !== undefined ? [text] : []))
        .join('\n\n'),
      media: blocks.flatMap(toMedia),
    };
  } catch {
    return undefined;
  }
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly media_type?: string; readonly data?: string };
}

function toMedia({ type, source }: Block): readonly MediaPart[] {
  if (type !== 'image' && type !== 'document') return [];
  return source?.data === undefined || source.media_type === undefined
    ? []
    : [{ type: 'media', mediaType: source.media_type, data: source.data }];
}
