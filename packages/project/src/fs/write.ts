import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { call, CommandError, type Context, parameter, worded } from '@helve/command';
import type { Input } from '../commands/fs/write.ts';
import { putText } from './edit/in-editor.ts';
import { replaceFile, staleError } from './write/replace.ts';
import { openFileAt } from './paths/regular-file.ts';
import { type Target, targetAt, withTarget } from './paths/target.ts';

type WriteInput = Partial<Input> & Pick<Input, 'path' | 'content'> & { readonly ifMissing?: 'create' | 'fail' };

/** Writes text exactly as given, atomically. */
export async function writeTextFile(input: WriteInput, context: Context) {
  const content = encodeText(input.content, 'content');
  return withTarget(context, input.path, async (target) => {
    if (target.stats && input.ifExists === 'fail') {
      throw new CommandError('ALREADY_EXISTS', `${target.shown} exists already`, {
        hint: worded`Choose another name, or overwrite it with ${call('fs write')}.`,
        details: { path: target.shown },
      });
    }
    if (!target.stats && (input.ifMissing === 'fail' || input.expectHash !== undefined)) {
      throw new CommandError('NOT_FOUND', `${target.shown} does not exist`, {
        hint: worded`To make a new file use ${call('fs write')} without ${parameter('expectHash')}.`,
        details: { path: target.shown },
      });
    }
    const previousHash = target.stats ? await hashOf(target, context.signal) : undefined;
    checkHash(target, previousHash, input.expectHash);
    const options = {
      unchanged: input.append === true || input.expectHash !== undefined,
      exclusive: input.ifExists === 'fail',
    };
    const { signal } = context;
    const written = input.append
      ? await replaceFile(target, appended(target, content, signal), { ...options, signal })
      : await putText(target, content, context, options);
    return {
      path: target.shown,
      ...written,
      created: !target.stats,
      ...(previousHash === undefined ? {} : { previousHash }),
    };
  });
}

/** UTF-8, refusing text that has none: half of a surrogate pair would become another character. */
export function encodeText(value: string, name: string): Buffer {
  if (/\p{Surrogate}/u.test(value)) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`${parameter(name)} holds half of a surrogate pair, which UTF-8 cannot write`,
      { hint: 'Send the whole character.' },
    );
  }
  return Buffer.from(value);
}

/** Refuses a file that is not the one the caller has seen. */
export function checkHash(target: Target, actual: string | undefined, expected: string | undefined): void {
  if (expected === undefined || actual?.startsWith(expected.toLowerCase())) return;
  throw staleError(target.shown);
}

async function* appended(target: Target, content: Buffer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (target.stats) yield* contentOf(target, signal);
  yield content;
}

async function hashOf(target: Target, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of contentOf(target, signal)) hash.update(chunk);
  return hash.digest('hex');
}

function contentOf(target: Target, signal: AbortSignal): AsyncIterable<Buffer> {
  return createReadStream('', { fd: openFileAt(targetAt(target), target.shown), signal }) as AsyncIterable<Buffer>;
}
