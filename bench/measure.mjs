/** Ways of measuring that a noisy machine disturbs little: rivals take turns, and medians are compared. */
import { spawn, spawnSync } from 'node:child_process';
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

/** The least that running a command can cost. */
export function bareSpawn() {
  return new Promise((resolve, reject) => {
    spawn('sh', ['-c', 'true'], { stdio: 'ignore' }).on('exit', resolve).on('error', reject);
  });
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

/** Rows of text, each column as wide as its widest cell. */
export function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
