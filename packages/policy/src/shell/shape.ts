/**
 * A shape is a path in which some characters are not known yet: ONE is one character, STAR any number of them within a
 * folder's name, DEEP any number with slashes. A shape without these is a plain path.
 */
export const STAR = '\uE002';
export const ONE = '\uE003';
export const DEEP = '\uE004';

const OPEN = /[\uE002-\uE004]/;

/** Whether text has characters that words and shapes use themselves. */
export function hasReserved(text: string): boolean {
  return /[\uE000-\uE004]/.test(text);
}

export function isPlain(shape: string): boolean {
  return !OPEN.test(shape);
}

/** The folder that is certain in a shape, without what only the shell can tell. */
export function certainFolder(shape: string): string {
  const at = shape.search(OPEN);
  return at < 0 ? shape : shape.slice(0, shape.lastIndexOf('/', at) + 1);
}

/** Whether a name in the shape may turn out to be `..`, which leads elsewhere. Old shells let `.*` become that. */
export function mayClimb(shape: string): boolean {
  return shape.split('/').some((name) => OPEN.test(name) && mayMeet(stepsOfShape(name), stepsOfShape('..')));
}

type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' | 'star' | 'deep' | 'folders' | 'folder' | 'visible' };

/** A path or pattern as steps: states of a machine that reads paths from left to right. */
export type Steps = readonly Step[];

/** The steps of a shape. As in a shell, a wildcard at the beginning of a name stands for no leading dot. */
export function stepsOfShape(shape: string): Steps {
  return shape.split('').flatMap((character, index): readonly Step[] => {
    const starts = index === 0 || shape[index - 1] === '/';
    const visible: readonly Step[] = starts ? [{ kind: 'visible' }] : [];
    switch (character) {
      case STAR:
        return [...visible, { kind: 'star' }];
      case ONE:
        // What one character is depends on the locale.
        return [...visible, { kind: 'one' }, { kind: 'star' }];
      case DEEP:
        return [{ kind: 'deep' }];
      default:
        return [{ kind: 'text', text: character }];
    }
  });
}

/** The steps of a rule's absolute pattern, or of something wider: brackets are any character, groups any text. */
export function stepsOfPattern(pattern: string): Steps {
  if (pattern.startsWith('!')) return [{ kind: 'deep' }];
  const steps: Step[] = [];
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    const rest = pattern.slice(index);
    const bracket = /^\[[^\]]+\]/.exec(rest)?.[0];
    if (character === '\\' && index + 1 < pattern.length) steps.push({ kind: 'text', text: pattern.charAt(++index) });
    else if (/^[?*+@!]\(/.test(rest) || /^[{(]/.test(rest)) {
      // What is in a group, and what follows it, may be anything.
      return [...steps, { kind: 'deep' }];
    } else if (rest.startsWith('**/') && (index === 0 || pattern[index - 1] === '/')) {
      steps.push({ kind: 'folders' }, { kind: 'folder' });
      index += 2;
    } else if (rest.startsWith('**')) {
      steps.push({ kind: 'deep' });
      index++;
    } else if (character === '*') steps.push({ kind: 'star' });
    else if (character === '?') steps.push({ kind: 'one' });
    else if (bracket) {
      steps.push({ kind: 'one' });
      index += bracket.length - 1;
    } else steps.push({ kind: 'text', text: character });
  }
  return steps;
}

/** Whether some path is both: no answer but "no" is sure. */
export function mayMeet(one: Steps, other: Steps): boolean {
  const width = other.length + 1;
  const seen = new Set<number>();
  const open: number[] = [];
  const add = (at: number, beside: number) => {
    const key = at * width + beside;
    if (seen.has(key)) return;
    seen.add(key);
    open.push(key);
  };
  add(0, 0);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const at = Math.floor(key / width);
    const beside = key % width;
    if (at === one.length && beside === other.length) return true;
    for (const next of withoutText(one, at)) add(next, beside);
    for (const next of withoutText(other, beside)) add(at, next);
    for (const [next, set] of withText(one, at)) {
      for (const [nextBeside, setBeside] of withText(other, beside)) {
        if (overlap(set, setBeside) && !hidesDot(one, at, setBeside) && !hidesDot(other, beside, set)) {
          add(next, nextBeside);
        }
      }
    }
  }
  return false;
}

/** A character, or one of these. */
type Characters = string;

const NAME = 'any but a slash';
const ANY = 'any';

function withoutText(steps: Steps, at: number): readonly number[] {
  const kind = steps[at]?.kind;
  if (kind === 'folders') return [at + 1, at + 2];
  return kind === 'star' || kind === 'deep' ? [at + 1] : [];
}

function withText(steps: Steps, at: number): readonly (readonly [number, Characters])[] {
  const step = steps[at];
  switch (step?.kind) {
    case 'text':
      return [[at + 1, step.text]];
    case 'one':
      return [[at + 1, NAME]];
    case 'star':
      return [[at, NAME]];
    case 'deep':
      return [[at, ANY]];
    case 'folder':
      return [
        [at, ANY],
        [at + 1, '/'],
      ];
    case 'visible':
      return [...withText(steps, at + 1), ...withoutText(steps, at + 1).flatMap((next) => withText(steps, next))];
    default:
      return [];
  }
}

function hidesDot(steps: Steps, at: number, beside: Characters): boolean {
  return steps[at]?.kind === 'visible' && beside === '.';
}

function overlap(one: Characters, other: Characters): boolean {
  if (one === ANY || other === ANY) return true;
  if (one === NAME) return other !== '/';
  if (other === NAME) return one !== '/';
  return one === other;
}
