import type { Route, Target } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { handles } from './handles.ts';
import { isInteractive } from './interactive.ts';
import { nameOf } from './name.ts';
import { page, plain } from './plain.ts';
import { elementsIn, shadowRootOf } from './shadow.ts';
import { isRendered } from './visible.ts';

/** The one element that is meant. */
export function findTarget(target: Target): Element {
  if ('handle' in target) return handles.find(target.handle);
  if ('selector' in target) return findOne(document, target.selector);
  return 'name' in target ? findNamed(target.name) : followRoute(target.route);
}

/** The one thing to act on that a person would call so. */
function findNamed(name: string): Element {
  const wanted = name.trim().toLowerCase();
  const found = elementsIn(page.documentElement).filter(
    (element) => isInteractive(element) && isRendered(element) && nameOf(element).toLowerCase() === wanted,
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  throw only
    ? new Failure(
        'SELECTOR_AMBIGUOUS',
        `${found.length} elements are called ${JSON.stringify(name)}`,
        `Use a handle instead: ${found.map((each) => handles.of(each)).join(', ')}`,
        { name, count: found.length },
      )
    : new Failure(
        'ELEMENT_NOT_FOUND',
        `Nothing that can be acted on is called ${JSON.stringify(name)}`,
        'See what there is: helve browser elements',
        { name },
      );
}

/** The part of the page that a read is about: all of it, unless a selector names one. */
export function findScope(selector: string | undefined): Element {
  return selector === undefined ? (page.body ?? page.documentElement) : findOne(document, selector);
}

/** Every element that matches, in the page and in its shadow roots. */
export function findAllDeep(selector: string): readonly Element[] {
  const found: Element[] = [...findAll(document, selector)];
  const look = (root: Document | ShadowRoot) => {
    for (const element of plain(root).querySelectorAll('*')) {
      const below = shadowRootOf(element);
      if (!below) continue;
      found.push(...findAll(below, selector));
      look(below);
    }
  };
  look(document);
  return found;
}

function followRoute({ hosts, target }: Route): Element {
  let root: Document | ShadowRoot = document;
  for (const { selector, index } of hosts) {
    const host: Element = index === undefined ? findOne(root, selector) : findAt(root, selector, index);
    const below = shadowRootOf(host);
    if (!below) {
      throw new Failure(
        'ELEMENT_NOT_FOUND',
        `${selector} has no shadow root`,
        'Leave it out of the hosts of the route.',
        {
          selector,
        },
      );
    }
    root = below;
  }
  return findOne(root, target);
}

function findOne(root: Document | ShadowRoot, selector: string): Element {
  const found = findAll(root, selector);
  const [only] = found;
  if (!only) {
    throw new Failure(
      'ELEMENT_NOT_FOUND',
      `Nothing in the page matches ${selector}`,
      'See what there is: helve browser elements',
      {
        selector,
      },
    );
  }
  if (found.length === 1) return only;
  throw new Failure(
    'SELECTOR_AMBIGUOUS',
    `${found.length} elements match ${selector}`,
    'Use a handle instead: helve browser elements',
    { selector, count: found.length },
  );
}

function findAt(root: Document | ShadowRoot, selector: string, index: number): Element {
  const found = findAll(root, selector);
  const element = found[index];
  if (element) return element;
  throw new Failure(
    'ELEMENT_NOT_FOUND',
    `${found.length === 1 ? '1 element matches' : `${found.length} elements match`} ${selector}, so there is no number ${index}`,
    'The index is counted from 0.',
    {
      selector,
      count: found.length,
    },
  );
}

export function findAll(root: Document | ShadowRoot, selector: string): readonly Element[] {
  try {
    return [...plain(root).querySelectorAll(selector)];
  } catch {
    const shown = selector.trim() === '' ? JSON.stringify(selector) : selector;
    throw new Failure('SCRIPT_ERROR', `${shown} is not a CSS selector`, 'Check how it is written.', { selector });
  }
}
