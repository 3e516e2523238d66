import type { Mode } from '@helve/command/line';
import type { Policy } from './policy.ts';

/** A policy that is made when it is first needed: a server that only lists its tools does without it. */
export function deferredPolicy(mode: Mode, make: () => Promise<Policy>): Policy {
  let making: Promise<Policy> | undefined;
  let made: Policy | undefined;
  const whole = (): Policy => {
    if (!made) throw new Error('The policy was used before it was ready');
    return made;
  };
  return {
    mode,
    get sandbox() {
      return made?.sandbox;
    },
    get basis() {
      return made?.basis;
    },
    ready: async () => {
      making ??= make();
      made = await making;
    },
    judge: (request) => whole().judge(request),
    permits: (command, path, access, call) => whole().permits(command, path, access, call),
    mayLeaveSandbox: (request) => whole().mayLeaveSandbox?.(request) ?? false,
    mayAllow: (command) => whole().mayAllow?.(command) ?? false,
    wouldAllow: async (request, rules) => (await whole().wouldAllow?.(request, rules)) ?? false,
  };
}
