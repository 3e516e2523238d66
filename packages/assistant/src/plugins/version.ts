/** Whether one version comes after another: 1.10.0 after 1.9. What is no version, such as a commit, is newer where it differs. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  return one && other ? compare(one, other) > 0 : version !== than;
}

interface Version {
  readonly numbers: readonly number[];
  /** What comes before a release: `beta.2`. */
  readonly before: readonly string[];
}

function parse(version: string): Version | undefined {
  const [, numbers, before] = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?(?:\+.*)?$/.exec(version.trim()) ?? [];
  return numbers === undefined
    ? undefined
    : { numbers: numbers.split('.').map(Number), before: before?.split('.') ?? [] };
}

function compare(one: Version, other: Version): number {
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let place = 0; place < length; place++) {
    const difference = (one.numbers[place] ?? 0) - (other.numbers[place] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length;
  for (let place = 0; place < Math.max(one.before.length, other.before.length); place++) {
    const [left, right] = [one.before[place], other.before[place]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    if (left !== right) return comparePart(left, right);
  }
  return 0;
}

/** Numbers by their value, and before words. */
function comparePart(left: string, right: string): number {
  const [one, other] = [left, right].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
  if (one !== undefined && other !== undefined) return one - other;
  if (one !== undefined || other !== undefined) return one === undefined ? 1 : -1;
  return left < right ? -1 : 1;
}
