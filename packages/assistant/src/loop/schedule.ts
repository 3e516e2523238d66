import type { Touch } from '@helve/command';
import type { ToolPlan } from '../tools/tool.ts';

/** How many calls are under way at once, at most. */
const AT_ONCE = 8;

type Reach = Pick<ToolPlan, 'effect' | 'touches'>;

/**
 * Starts each call as soon as none before it is in its way, so that what happens is what would happen one after the
 * other, only sooner. What only reads is in nobody's way but a writer's; what runs programs may be in everybody's.
 */
export async function runInOrder<Call extends Reach, Result>(
  calls: readonly Call[],
  run: (call: Call) => Promise<Result>,
): Promise<readonly Result[]> {
  const slots = new Slots(AT_ONCE);
  const under: Promise<Result>[] = [];
  for (const call of calls) {
    const before = under.filter((_, earlier) => conflicts(calls[earlier], call));
    under.push(Promise.all(before).then(() => slots.use(() => run(call))));
  }
  // One that fails does not leave the others running behind the caller's back.
  await Promise.allSettled(under);
  return Promise.all(under);
}

/** Whether one of two calls could see or spoil what the other does. */
export function conflicts(one: Reach | undefined, other: Reach): boolean {
  if (!one || (one.effect === 'inspect' && other.effect === 'inspect')) return false;
  if (one.effect === 'execute' || other.effect === 'execute') return true;
  // Who does not say where may be anywhere: a search without a folder looks through all.
  if (one.touches.length === 0 || other.touches.length === 0) return true;
  return one.touches.some((touch) => other.touches.some((against) => meet(touch, against)));
}

function meet(one: Touch, other: Touch): boolean {
  if (one.access === 'read' && other.access === 'read') return false;
  return one.path === other.path || isBelow(one.path, other.path) || isBelow(other.path, one.path);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
