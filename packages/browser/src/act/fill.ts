import {
  CommandError,
  type Context,
  parameter,
  readRegularFile,
  resolvePath,
  toCommandError,
  worded,
} from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/act/fill.ts';
import { targetOf } from '../commands/target.ts';
import { browserRun } from '../perform.ts';

type FillInput = v.InferOutput<typeof input>;

export const fill = browserRun(async (input: FillInput, { relay, act }, context) => {
  const { method, world } = input;
  const target = targetOf(input);
  const value = await valueOf(input, context);
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, undefined);
  return act('fill', { target, value, method, world }, { session, tab });
});

async function valueOf({ value, valueFile }: FillInput, context: Context): Promise<string> {
  if (value !== undefined && valueFile === undefined) return value;
  if (value === undefined && valueFile !== undefined) return readText(valueFile, context);
  throw new CommandError('INVALID_INPUT', 'Give the value in exactly one way', {
    hint: worded`Give exactly one of ${parameter('value')}, ${parameter('valueFile')} and ${parameter('valueStdin')}.`,
  });
}

/** A text file that the caller named; the policy has judged it. */
export async function readText(path: string, context: Context): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(resolvePath(context.place, path)));
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new CommandError('INVALID_ENCODING', `${path} is not UTF-8 text`);
    throw toCommandError(thrown, path);
  }
}
