/** A path as a pattern that matches it alone. */
export function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
