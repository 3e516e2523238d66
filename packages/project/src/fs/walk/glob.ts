import picomatch from 'picomatch';

/** Whether a path below some folder matches; it comes in two parts, so that names can be tried without joining them. */
export type PathTest = (parent: string, name: string) => boolean;

/** A glob without a slash matches names at any depth, and any other one whole paths. */
export function globTest(glob: string, ignoreCase = false): PathTest {
  const pattern = glob.replace(/^\.\//, '');
  // A name may hold line breaks.
  const expression = picomatch.makeRe(pattern, { dot: true, flags: ignoreCase ? 'is' : 's' });
  if (pattern.includes('/') || pattern.includes('**')) return (parent, name) => expression.test(parent + name);
  return (_, name) => expression.test(name);
}

export function isGlob(text: string): boolean {
  return /[*?[\]{}()!]/.test(text);
}
