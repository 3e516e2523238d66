const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of so many cells, filled to an eighth of a cell. What is more than nothing is seen. */
export function bar(fraction: number, columns: number): string {
  const filled = Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0;
  const eighths = Math.max(filled > 0 ? 1 : 0, Math.round(filled * columns * 8));
  return ('█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')).padEnd(columns);
}

/** Shares cells out by size. Each part that is more than nothing gets one, as long as there are enough; nothing is lost by rounding. */
export function shareOut(sizes: readonly number[], cells: number): readonly number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= 0) return sizes.map(() => 0);
  const exact = sizes.map((size) => (size / total) * cells);
  const shares = exact.map((share, index) => (share < 1 && (sizes[index] ?? 0) > 0 ? 1 : Math.floor(share)));
  const first = (by: (index: number) => number) => {
    return shares.reduce((best, _, index) => (by(index) > by(best) ? index : best), 0);
  };
  for (let spare = cells - sum(shares); spare !== 0; spare -= Math.sign(spare)) {
    const chosen =
      spare > 0 ? first((index) => (exact[index] ?? 0) - (shares[index] ?? 0)) : first((index) => shares[index] ?? 0);
    shares[chosen] = (shares[chosen] ?? 0) + Math.sign(spare);
  }
  return shares;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
