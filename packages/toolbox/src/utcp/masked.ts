import { CommandError, inWords, toCommandError } from '@helve/command';
import type { Mask } from './cli/mask.ts';
import type { Host } from './protocol.ts';

/** Runs something; what it reports and what goes wrong in it holds no value of a variable. */
export async function withMask<Value>(mask: Mask, host: Host, run: (host: Host) => Promise<Value>): Promise<Value> {
  if (mask.empty) return run(host);
  try {
    return await run({
      ...host,
      warn: (message) => host.warn(mask.text(message)),
      progress: (message) => host.progress(mask.text(message)),
    });
  } catch (thrown) {
    throw maskedError(toCommandError(thrown), mask);
  }
}

/** A value with all texts in it masked. */
export function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask.text(value);
  if (Array.isArray(value)) return value.map((each) => masked(each, mask));
  if (value === null || typeof value !== 'object') return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask.text(key), masked(each, mask)]));
}

function maskedError(error: CommandError, mask: Mask): CommandError {
  const { code, retry, details, wording } = error;
  const shown = JSON.stringify(error.report());
  if (mask.text(shown) === shown) return error;
  const { message, hint, example } = wording;
  return new CommandError(code, mask.text(inWords(message)), {
    hint: hint && mask.text(inWords(hint)),
    example: example && mask.text(example),
    retry,
    details: details && (masked(details, mask) as Readonly<Record<string, unknown>>),
  });
}
