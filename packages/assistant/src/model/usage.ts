import type { Model } from './models.ts';

/** Tokens of one answer. `input` does not count those that came from or went to the provider's cache. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  };
}

export function subtractUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input - other.input,
    output: one.output - other.output,
    cacheRead: one.cacheRead - other.cacheRead,
    cacheWrite: one.cacheWrite - other.cacheWrite,
  };
}

/** How much of the window is taken after an answer: all that went in, and what came out. */
export function contextTokens({ input, output, cacheRead, cacheWrite }: Usage): number {
  return input + output + cacheRead + cacheWrite;
}

/** What an answer cost in US dollars; unknown where the model's prices are. */
export function costOf({ input, output, cacheRead, cacheWrite }: Usage, { prices }: Model): number | undefined {
  if (!prices) return undefined;
  const millionths =
    input * prices.input + output * prices.output + cacheRead * prices.cacheRead + cacheWrite * prices.cacheWrite;
  return millionths / 1_000_000;
}
