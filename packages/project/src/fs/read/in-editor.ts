import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { CommandError, type Context, parameter, worded } from '@helve/command';
import type { Input, Output } from '../../commands/fs/read.ts';
import { countLines, numberLines } from '../read.ts';
import { byteOrderMark, shownMediaType, textMediaType } from './content.ts';

/** A text file as the caller's editor has it; undefined: the file on disk counts. */
export async function readInEditor(
  opened: { readonly descriptor: number; readonly path: string; readonly shown: string },
  input: Input,
  { reach, signal }: Context,
  maxBytes: number,
): Promise<Output | undefined> {
  const { descriptor, path, shown } = opened;
  const read = reach.editor?.readText;
  if (!read || input.encoding !== 'utf-8' || fstatSync(descriptor).size > maxBytes) return undefined;
  const head = Buffer.alloc(512);
  const start = head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
  if (start.includes(0) || shownMediaType(start) || byteOrderMark(start)) return undefined;
  const text = await read(path, signal);
  return text === undefined ? undefined : toOutput(text, shown, input);
}

function toOutput(text: string, shown: string, input: Input): Output {
  const { offset: from = 1, limit = Number.POSITIVE_INFINITY } = input;
  const total = countLines(text);
  if (from > 1 && from > total) {
    throw new CommandError('NO_MATCH', `${shown} has ${total} lines; line ${from} is past its end`, {
      hint: total === 0 ? 'The file is empty.' : worded`Use an ${parameter('offset')} from 1 to ${total}.`,
      details: { path: shown, lines: total },
    });
  }
  const to = Math.min(total, from - 1 + limit);
  const content =
    from === 1 && to === total ? text : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).slice(from - 1, to).join('');
  return {
    path: shown,
    bytes: Buffer.byteLength(text),
    ...(input.hash ? { hash: createHash('sha256').update(text).digest('hex') } : {}),
    mediaType: textMediaType(shown),
    content: input.lineNumbers ? numberLines(content, from) : content,
    encoding: 'utf-8',
    lines: { from: Math.min(from, total), to, total },
  };
}
