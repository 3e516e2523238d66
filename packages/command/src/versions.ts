const VERSION = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?(?:\+.*)?$/;

/** Whether one version comes after another: 1.10.0 after 1.9. What is no version, such as a commit, is newer where it differs. */
export function isNewer(version: string, than: string): boolean {
  const order = compareVersions(version, than);
  return order === undefined ? version !== than : order > 0;
}

/** Less than 0 where the first version comes before the other; undefined where one of them is no version. */
export function compareVersions(one: string, other: string): number | undefined {
  const [left, right] = [VERSION.exec(one.trim()), VERSION.exec(other.trim())];
  if (!left || !right) return undefined;
  const byNumbers = compareParts(left[1] ?? '', right[1] ?? '', '0');
  if (byNumbers !== 0 || left[2] === right[2]) return byNumbers;
  // 1.0.0-beta comes before 1.0.0.
  if (left[2] === undefined || right[2] === undefined) return left[2] === undefined ? 1 : -1;
  return compareParts(left[2], right[2], '');
}

/** Numbers by their value, and before words; nothing before both. The shorter list is filled up with `absent`. */
function compareParts(one: string, other: string, absent: string): number {
  const [left, right] = [one.split('.'), other.split('.')];
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const [a = absent, b = absent] = [left[place], right[place]];
    if (a === b) continue;
    const [kindOfA = 0, kindOfB = 0] = [a, b].map((part) => (part === '' ? 0 : /^\d+$/.test(part) ? 1 : 2));
    if (kindOfA !== kindOfB) return kindOfA - kindOfB;
    const order = kindOfA === 1 ? Number(a) - Number(b) : a < b ? -1 : 1;
    if (order !== 0) return order;
  }
  return 0;
}
