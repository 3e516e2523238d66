/** What has changed from one read to the next, line by line. */
export interface Difference {
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/**
 * `+` is new, `-` is gone, `~` is the same element, by its handle, with something else to say. Lines that are in both
 * in the same order are left out.
 */
export function difference(before: string, now: string): Difference {
  const edits = compare(split(before), split(now));
  const gone = new Map<string, string>();
  const come = new Set<string>();
  for (const { sign, line } of edits) {
    const handle = handleIn(line);
    if (handle === undefined) continue;
    if (sign === '-') gone.set(handle, line);
    else come.add(handle);
  }
  const counts = { added: 0, removed: 0, changed: 0 };
  const lines = edits.flatMap(({ sign, line }) => {
    const handle = handleIn(line);
    const isSame = handle !== undefined && gone.has(handle) && come.has(handle);
    if (isSame && sign === '-') return [];
    if (isSame) {
      // Only moved, or further in or out: nothing that it says is new.
      if (gone.get(handle)?.trim() === line.trim()) return [];
      counts.changed++;
      return [`~ ${line.trim()} (was ${gone.get(handle)?.trim()})`];
    }
    counts[sign === '+' ? 'added' : 'removed']++;
    return [`${sign} ${line.trim()}`];
  });
  return { lines, ...counts };
}

function split(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** The first on a line; in a row of a table there may be several. */
function handleIn(line: string): string | undefined {
  return /\[(el\d+)[\] ]/.exec(line)?.[1];
}

interface Edit {
  readonly sign: '+' | '-';
  readonly line: string;
}

/** Larger differences than this are not worth the time that the smallest one takes to be found. */
const MOST_EDITS = 400;

/** The fewest lines to take out and put in (Myers' algorithm), behind what both begin with and before what both end with. */
function compare(before: readonly string[], now: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) start++;
  let [end, nowEnd] = [before.length, now.length];
  while (end > start && nowEnd > start && before[end - 1] === now[nowEnd - 1]) {
    end--;
    nowEnd--;
  }
  const [a, b] = [before.slice(start, end), now.slice(start, nowEnd)];
  return shortestEdits(a, b) ?? [...a.map((line) => edit('-', line)), ...b.map((line) => edit('+', line))];
}

function shortestEdits(a: readonly string[], b: readonly string[]): Edit[] | undefined {
  const rounds: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(a.length + b.length, MOST_EDITS); edits++) {
    rounds.push(furthest);
    const next = new Map(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = goesDown(furthest, diagonal, edits) ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return traceBack(rounds, a, b);
    }
    furthest = next;
  }
  return undefined;
}

function traceBack(rounds: readonly Map<number, number>[], a: readonly string[], b: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [a.length, b.length];
  for (let round = rounds.length - 1; round > 0; round--) {
    const furthest = rounds[round] ?? new Map<number, number>();
    const diagonal = x - y;
    const isDown = goesDown(furthest, diagonal, round);
    const from = diagonal + (isDown ? 1 : -1);
    x = at(furthest, from);
    y = x - from;
    edits.push(isDown ? edit('+', b[y] ?? '') : edit('-', a[x] ?? ''));
  }
  return edits.toReversed();
}

function goesDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));
}

function at(furthest: ReadonlyMap<number, number>, diagonal: number): number {
  return furthest.get(diagonal) ?? 0;
}

function edit(sign: Edit['sign'], line: string): Edit {
  return { sign, line };
}
