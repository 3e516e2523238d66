import type { FrameSpot } from '../../page-message.ts';
import type { PageAction } from '../actions.ts';
import { frameMark, isFrame, spotOf } from '../element/frames.ts';
import { holdsMore, isInteractive, looksClickable } from '../element/interactive.ts';
import { shorten } from '../element/name.ts';
import { plain } from '../element/plain.ts';
import { NAMED_LANDMARKS, roleOf } from '../element/role.ts';
import { eachChild } from '../element/shadow.ts';
import { isInSight, look, lookAtAsked, readableWords, type Sight, unmarked } from '../element/sight.ts';
import { showsMoreOnHover } from '../element/hovered.ts';
import { isKeptBack } from '../element/kept-back.ts';
import { itemNumber, styledWords } from '../element/painted.ts';
import { fieldBehind, isDrawing, nameOfDrawn, standInOf } from '../element/stand-in.ts';
import { isSurface } from '../element/surface.ts';
import { isScrollable } from '../element/visible.ts';
import { findScope } from '../element/target.ts';
import { labelOf } from './outline.ts';
import { controlLine, controlName, handleLine, headingLine, nodeLine, scrollerLine, surfaceLine } from './node-line.ts';
import { type Item, withoutNames, writeTree } from './tree.ts';

/** Controls that are named by what is in them. */
const LEAVES = new Set(
  'button link option checkbox radio switch tab menuitem menuitemcheckbox menuitemradio'.split(' '),
);

/** Controls that nothing else can be in. */
const SOLID = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'OPTION', 'SUMMARY']);

/** Roles that say nothing unless they have a name. */
const WRAPPERS = new Set(['paragraph', 'generic', 'none', 'presentation', 'list', 'rowgroup', ...NAMED_LANDMARKS]);

/** What is found at one place of the tree, in order. */
interface Place {
  readonly items: Item[];
  /** Whether a text that follows belongs to the one before. */
  isOpen: boolean;
}

/** What of an element is wanted: all, or only what can be acted on; `inside` of a control that is named by its words. */
type Wanted = 'all' | 'controls' | 'inside';

/** Cells that a person may act on, for which nothing but their role tells so. */
const CELLS = new Set(['columnheader', 'rowheader', 'gridcell']);

/** The page as roles and names; mere wrappers are left out, and what can be acted on has its handle. */
export const snapshot: PageAction<'snapshot'> = ({ selector, maxDepth, interactiveOnly }) => {
  const frames: FrameSpot[] = [];
  /** The names of the fields that are in the tree. */
  const names = new Map<Element, string>();
  const top: Place = { items: [], isOpen: false };
  const scope = findScope(selector);
  visit(scope, lookAtAsked(scope), top, interactiveOnly ? 'controls' : 'all');
  const { tree, count } = writeTree(withoutNames(top.items, names), maxDepth);
  return { tree, nodeCount: count - frames.length, frames };

  function visit(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    if (isFrame(element)) {
      into.items.push({ kind: 'frame', head: frameMark(frames.length), kids: [] });
      frames.push(spotOf(element, frames.length));
      into.isOpen = false;
    } else if (isControl(element)) {
      if (isInSight(element, sight)) visitControl(element, sight, into, wanted);
      else if (!SOLID.has(plain(element).tagName)) visitChildren(element, sight, into, wanted);
    } else if (isSurface(element)) {
      if (isInSight(element, sight)) addNode(into, surfaceLine(element, roleOf(element) ?? plain(element).localName));
    } else if (wanted !== 'inside' && isClickable(element, sight) && isInSight(element, sight)) {
      visitClickable(element, sight, into, wanted);
    } else if (wanted === 'all') visitOther(element, sight, into, wanted);
    else visitChildren(element, sight, into, wanted);
  }

  /** A field that is used by what is drawn in its place. */
  function addDrawn(field: Element, into: Place): void {
    const name = nameOfDrawn(field);
    names.set(field, name);
    addNode(into, controlLine(field, roleOf(field) ?? 'textbox', name));
  }

  function visitControl(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    const { tagName, localName } = plain(element);
    const role = roleOf(element) ?? localName;
    const isSolid = SOLID.has(tagName) || role === 'textbox';
    const isLeaf = isSolid || LEAVES.has(role);
    const inside: Place = { items: [], isOpen: false };
    if (!isSolid) visitChildren(element, sight, inside, isLeaf ? 'inside' : wanted);
    const name = controlName(element, isLeaf || inside.items.length === 0);
    names.set(element, name);
    const head = controlLine(element, role, name);
    // Only what can be acted on: a flat list is the shortest.
    if (wanted !== 'all') into.items.push({ kind: 'node', head, kids: [] }, ...inside.items);
    else into.items.push({ kind: 'node', head, kids: inside.items });
    into.isOpen = false;
  }

  /** What has no role, but is clicked or dragged: it may be a word, or a card with controls of its own. */
  function visitClickable(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    const role = roleOf(element) ?? 'clickable';
    if (!holdsMore(element)) {
      addNode(into, controlLine(element, role, controlName(element, true)));
      return;
    }
    const head = controlLine(element, role, controlName(element, false));
    const inside: Place = { items: [], isOpen: false };
    visitChildren(element, sight, inside, wanted);
    if (wanted === 'all') into.items.push({ kind: 'node', head, kids: inside.items });
    else into.items.push({ kind: 'node', head, kids: [] }, ...inside.items);
    into.isOpen = false;
  }

  function visitOther(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    const role = roleOf(element);
    const label = role === undefined ? '' : labelOf(element);
    if (sight.clips && isScrollable(element, sight.style)) {
      const inside: Place = { items: [], isOpen: false };
      visitChildren(element, sight, inside, wanted);
      into.items.push({ kind: 'node', head: scrollerLine(element, role ?? 'generic', label), kids: inside.items });
      into.isOpen = false;
      return;
    }
    if (role === undefined || (WRAPPERS.has(role) && !label)) {
      const named = element instanceof HTMLLabelElement ? element.control : null;
      if (sight.block || named) into.isOpen = false;
      const from = into.items.length;
      visitChildren(element, sight, into, wanted);
      if (named) for (const item of into.items.slice(from)) if (item.kind === 'text') item.names = named;
      if (sight.block || named) into.isOpen = false;
      return;
    }
    into.isOpen = false;
    if (role === 'img') {
      if (!isInSight(element, sight)) return;
      const name = label || shorten(plain(element).getAttribute('alt') ?? '', LONGEST_NAME);
      if (name) into.items.push({ kind: 'node', head: nodeLine('img', name), kids: [] });
      return;
    }
    const inside: Place = { items: [], isOpen: false };
    visitChildren(element, sight, inside, wanted);
    if (inside.items.length === 0 && !isInSight(element, sight)) return;
    const item = container(element, role, label, inside.items);
    if (item) into.items.push(item);
  }

  function visitChildren(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    const behind = fieldBehind(element);
    if (behind) addDrawn(behind, into);
    if (wanted === 'all') addWords(`${itemNumber(element, sight)}${styledWords(element, '::before', sight)}`, into);
    eachChild(element, (child) => {
      if (child instanceof Element) {
        const below = look(child, sight);
        if (standInOf(child)) addDrawn(child, into);
        else if (below && !isKeptBack(child, below)) visit(child, below, into, wanted);
        if (child instanceof HTMLBRElement) into.isOpen = false;
      } else if (child instanceof Text && wanted === 'all') addText(child, element, sight, into);
    });
    if (wanted === 'all') addWords(styledWords(element, '::after', sight), into);
  }
};

function isControl(element: Element): boolean {
  // A cell is a line in its row, with what is in it.
  return isInteractive(element) && (!CELLS.has(roleOf(element) ?? '') || plain(element).hasAttribute('tabindex'));
}

function isClickable(element: Element, { style }: Sight): boolean {
  return (
    (looksClickable(element, style) || showsMoreOnHover(element)) &&
    !CELLS.has(roleOf(element) ?? '') &&
    !isDrawing(element)
  );
}

function addNode(into: Place, head: string): void {
  into.items.push({ kind: 'node', head, kids: [] });
  into.isOpen = false;
}

function addText(text: Text, element: Element, sight: Sight, into: Place): void {
  const words = unmarked(text.data).replace(/[\s\0]+/g, ' ');
  const last = into.items.at(-1);
  if (words === ' ') {
    if (into.isOpen && last && !last.head.endsWith(' ')) last.head += ' ';
    return;
  }
  addWords(readableWords(words, text, element, sight), into);
}

function addWords(said: string, into: Place): void {
  if (said === '') return;
  const last = into.items.at(-1);
  if (into.isOpen && last?.kind === 'text') last.head += said;
  else into.items.push({ kind: 'text', head: said.trimStart(), kids: [] });
  into.isOpen = true;
}

const LONGEST_NAME = 80;

/** An element with a role around what was found in it; nothing, if nothing was. */
function container(element: Element, role: string, label: string, kids: readonly Item[]): Item | undefined {
  if (CELLS.has(role)) return { kind: 'cell', head: handleLine(element, role, label), kids };
  if (role === 'cell') return { kind: 'cell', head: nodeLine(role, label), kids };
  if (kids.length === 0 && !label) return undefined;
  const [only, another] = kids;
  const text = only?.kind === 'text' && !another && !label ? only.head.trim() : undefined;
  const head = role === 'heading' ? headingLine(element, text ?? label) : nodeLine(role, text ?? label);
  return { kind: role === 'row' ? 'row' : 'node', head, kids: text === undefined ? kids : [] };
}
