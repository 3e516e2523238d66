import { closeSync, constants, openSync, statSync } from 'node:fs';
import { bytesToText, CommandError, parameter, readAtMost, resolvePath, toCommandError, worded } from '@helve/command';
import { coerce, type Invocation } from '@helve/command/line';
import type { Caller } from '@helve/policy';

/** The most bytes of a value from a file or from standard input. */
const LARGEST_VALUE = 256 << 20;

/** Reads standard input up to so many bytes, or somewhat more; absent where a caller has none. */
export type ReadStdin = (most: number) => Promise<Buffer>;

/**
 * The input with `@file` and `-` replaced by what they stand for, and the caller with the time that is left. A file is read under the same rules as
 * `fs read`, so that no value can carry out what a rule keeps in.
 */
export async function readSources(invocation: Invocation, caller: Caller, stdin?: ReadStdin) {
  const start = performance.now();
  const input = await readInTime(invocation, caller, stdin);
  const { timeout } = caller.reach;
  if (timeout === undefined) return { input, within: caller };
  const left = Math.max(1, timeout - Math.round(performance.now() - start));
  return { input, within: { ...caller, reach: { ...caller.reach, timeout: left } } };
}

async function readInTime(invocation: Invocation, caller: Caller, stdin?: ReadStdin): Promise<object> {
  const { timeout, signal } = caller.reach;
  const input = readAll(invocation, caller, stdin);
  if (timeout === undefined && !signal) return input;
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    const late = () =>
      reject(
        new CommandError('TIMEOUT', `A value could not be read within ${timeout} ms`, {
          hint: 'Nothing was run. Check what is piped into helve, or give it more time.',
          details: { timeout },
        }),
      );
    if (timeout !== undefined) timer = setTimeout(late, timeout);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([input, stopped]).finally(() => clearTimeout(timer));
}

async function readAll(invocation: Invocation, caller: Caller, stdin?: ReadStdin): Promise<object> {
  const input: Record<string, unknown> = { ...invocation.input };
  for (const { parameter: of, file, value } of invocation.sources) {
    const bytes = file === undefined ? await fromStdin(of.name, stdin) : await fromFile(file, caller);
    const readFrom = file === undefined ? 'standard input' : `@${file}`;
    const text = of.bytes
      ? bytesToText(bytes).replace(/^\uFEFF/, '')
      : toText(bytes, file === undefined ? 'Standard input' : readFrom);
    input[of.name] = coerce(of, { ...value, text, readFrom });
  }
  return input;
}

function toText(bytes: Buffer, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError('INVALID_ENCODING', `${shown} is not UTF-8 text`);
  }
}

async function fromStdin(name: string, stdin: ReadStdin | undefined): Promise<Buffer> {
  if (stdin) {
    const bytes = await stdin(LARGEST_VALUE);
    if (bytes.length <= LARGEST_VALUE) return bytes;
    throw new CommandError('TOO_LARGE', `Standard input is longer than the ${LARGEST_VALUE} bytes of a value`, {
      hint: 'Write it to a file first.',
    });
  }
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter(name)} - reads standard input, which is not available here`,
    {
      hint: worded`Name a file instead: ${parameter(name)} @file.`,
    },
  );
}

async function fromFile(file: string, caller: Caller): Promise<Buffer> {
  const path = resolvePath(caller.place, file);
  const { policy } = caller.authority;
  await policy.ready?.();
  const decision = policy.judge({
    command: 'fs read',
    effect: 'inspect',
    touches: [{ path, access: 'read' }],
  });
  if (decision.verdict !== 'allow') {
    throw new CommandError('PERMISSION_DENIED', `@${file} may not be read: ${decision.reason}`, {
      retry: 'never',
      details: { rule: decision.rule, source: decision.source },
    });
  }
  try {
    return readRegular(path, `@${file}`);
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    throw withAtHint(toCommandError(thrown, `@${file}`));
  }
}

/** What may block or never end is no value: a fifo, a device. */
function readRegular(path: string, shown: string): Buffer {
  const found = statSync(path);
  if (found.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  if (!found.isFile()) {
    throw new CommandError('NOT_A_FILE', `${shown} is not a regular file`, {
      hint: 'Pipe it into helve and give - as the value. Write @@ for a literal @.',
    });
  }
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readAtMost(descriptor, shown, LARGEST_VALUE);
  } finally {
    closeSync(descriptor);
  }
}

function withAtHint(error: CommandError): CommandError {
  return new CommandError(error.code, error.message, {
    hint: 'A value that begins with @ names a file; write @@ for a literal @.',
    details: error.details,
    cause: error,
  });
}
