import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { call, CommandError, type Context, parameter, resolvePath, toCommandError, worded } from '@helve/command';
import type { Input, Output } from '../commands/fs/read.ts';
import { openRegularFile, shownPath } from './paths/regular-file.ts';
import { binaryType, byteOrderMark, decode, shownMediaType, textMediaType } from './read/content.ts';

/** The most that is read at once. */
export const MAX_BYTES = 10 * 1024 * 1024;

export async function readFile(input: Input, context: Context): Promise<Output> {
  return readUpTo(MAX_BYTES, input, context);
}

export async function readUpTo(maxBytes: number, input: Input, context: Context): Promise<Output> {
  const absolutePath = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, absolutePath);
  const descriptor = openRegularFile(absolutePath, shown, context);
  try {
    if (context.reach.editor?.readText) {
      const { readInEditor } = await import('./read/in-editor.ts');
      const edited = await readInEditor({ descriptor, path: absolutePath, shown }, input, context, maxBytes);
      if (edited) return edited;
    }
    if (input.offset === undefined && input.limit === undefined)
      return await readWhole(descriptor, shown, input, maxBytes);
    const { readRange } = await import('./read/range.ts');
    return await readRange(descriptor, shown, input, context, maxBytes);
  } catch (thrown) {
    if (context.signal.aborted) throw context.signal.reason;
    throw toCommandError(thrown, shown);
  } finally {
    closeSync(descriptor);
  }
}

async function readWhole(descriptor: number, shown: string, input: Input, maxBytes: number): Promise<Output> {
  const { size } = fstatSync(descriptor);
  if (size > maxBytes) {
    throw new CommandError('TOO_LARGE', `${shown} is ${size} bytes, more than the ${maxBytes} that are read at once`, {
      hint: worded`Read a part with ${parameter('offset')} 1 ${parameter('limit')} 200, or search it: ${call('fs grep', { path: shown, query: '…' })}`,
      details: { path: shown, bytes: size, limit: maxBytes },
    });
  }
  // Files of the system have no size, and some no end.
  const bytes =
    size > 0 ? readFileSync(descriptor) : (await import('./read/sizeless.ts')).readAtMost(descriptor, shown, maxBytes);
  const about = {
    path: shown,
    bytes: bytes.length,
    ...(input.hash ? { hash: await sha256(bytes) } : {}),
  };
  const media = shownMediaType(bytes);
  if (input.encoding === 'base64' || (media !== undefined && input.encoding === 'utf-8')) {
    const mediaType = media ?? (bytes.includes(0) ? binaryType(bytes).mediaType : textMediaType(shown));
    return { ...about, mediaType, content: bytes.toString('base64'), encoding: 'base64' };
  }
  const mark = input.encoding === 'latin1' ? undefined : byteOrderMark(bytes);
  const encoding = mark?.encoding ?? input.encoding;
  const at = mark?.length ?? 0;
  const content = decode(bytes.subarray(at), { shown, encoding, head: bytes, at });
  const total = countLines(content);
  return {
    ...about,
    mediaType: textMediaType(shown),
    content: input.lineNumbers ? numberLines(content, 1) : content,
    encoding,
    ...(mark ? { bom: true } : {}),
    lines: { from: Math.min(1, total), to: total, total },
  };
}

/** Node's crypto takes longer to load than all the rest of a small read. */
async function sha256(bytes: Buffer): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(bytes).digest('hex');
}

export function countLines(content: string): number {
  let count = content === '' || content.endsWith('\n') ? 0 : 1;
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) count++;
  return count;
}

/** Each line with its number before it: `   12\ttext`. */
export function numberLines(content: string, from: number): string {
  let line = from;
  return content.replace(/[^\n]*\n|[^\n]+$/g, (text) => `${String(line++).padStart(5)}\t${text}`);
}
