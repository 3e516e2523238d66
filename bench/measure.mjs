/** Ways of measuring that a noisy machine disturbs little: rivals take turns, and medians are compared. */
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** Median milliseconds of each of the actions, which take turns. */
export async function takeTurns(actions, rounds) {
  const times = actions.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, action] of actions.entries()) {
      const start = performance.now();
      await action();
      // The first round warms caches up and does not count.
      if (round >= 0) times[index].push(performance.now() - start);
    }
  }
  return times.map(median);
}

/** An action that runs a program to its end and throws away what it prints. */
export function program(command, args, options = {}) {
  return () => {
    const { status, error } = spawnSync(command, args, {
      stdio: ['pipe', 'ignore', 'inherit'],
      maxBuffer: 2 ** 30,
      ...options,
    });
    if (error || status !== 0)
      throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error?.message ?? ''}`);
  };
}

export function ratio(name, against, [ours, theirs], atMost) {
  return {
    name,
    value: ours / theirs,
    unit: 'x',
    against,
    atMost,
    detail: `${ours.toFixed(1)} ms / ${theirs.toFixed(1)} ms`,
  };
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
