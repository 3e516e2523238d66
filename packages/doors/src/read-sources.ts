import { readFile } from 'node:fs/promises';
import { CommandError, parameter, resolvePath, toCommandError, worded } from '@helve/command';
import { coerce, type Invocation } from '@helve/command/line';
import type { Caller } from '@helve/policy';

/** Reads all of standard input; absent where a caller has none. */
export type ReadStdin = () => Promise<string>;

/**
 * The input with `@file` and `-` replaced by what they stand for. A file is read under the same rules as
 * `fs read`, so that no value can carry out what a rule keeps in.
 */
export async function readSources(invocation: Invocation, caller: Caller, stdin?: ReadStdin): Promise<object> {
  const input: Record<string, unknown> = { ...invocation.input };
  for (const { parameter: of, file, value } of invocation.sources) {
    const text = file === undefined ? await fromStdin(of.name, stdin) : await fromFile(file, caller);
    const readFrom = file === undefined ? 'standard input' : `@${file}`;
    input[of.name] = coerce(of, { ...value, text, readFrom });
  }
  return input;
}

async function fromStdin(name: string, stdin: ReadStdin | undefined): Promise<string> {
  if (stdin) return stdin();
  throw new CommandError('INVALID_INPUT', worded`${parameter(name)} - reads standard input, and there is none here`, {
    hint: worded`Name a file instead: ${parameter(name)} @file.`,
  });
}

async function fromFile(file: string, caller: Caller): Promise<string> {
  const path = resolvePath(caller.place, file);
  const decision = caller.authority.policy.judge({
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
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new CommandError('INVALID_ENCODING', `@${file} is not UTF-8 text`);
    throw withAtHint(toCommandError(thrown, `@${file}`));
  }
}

function withAtHint(error: CommandError): CommandError {
  return new CommandError(error.code, error.message, {
    hint: 'A value that begins with @ names a file; write @@ for a literal @.',
    details: error.details,
    cause: error,
  });
}
