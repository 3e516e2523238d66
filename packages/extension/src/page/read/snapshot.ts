import type { FrameSpot } from '../../page-message.ts';
import type { PageAction } from '../actions.ts';
import { frameMark, isFrame, spotOf } from '../element/frames.ts';
import { isInteractive, looksClickable } from '../element/interactive.ts';
import { controlLine, controlName, headingLine, nodeLine, scrollerLine } from './node-line.ts';
import { NAMED_LANDMARKS, roleOf } from '../element/role.ts';
import { eachChild } from '../element/shadow.ts';
import { look, lookAtAsked, readableWords, type Sight } from '../element/sight.ts';
import { isScrollable } from '../element/visible.ts';
import { findScope } from '../element/target.ts';
import { type Item, writeTree } from './tree.ts';
import { labelOf } from './outline.ts';

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

/** What of an element is wanted: all, all but the words that name a field, or only what can be acted on. */
type Wanted = 'all' | 'unnamed' | 'controls';

/** The page as roles and names; mere wrappers are left out, and what can be acted on has its handle. */
export const snapshot: PageAction<'snapshot'> = ({ selector, maxDepth, interactiveOnly }) => {
  const frames: FrameSpot[] = [];
  const top: Place = { items: [], isOpen: false };
  const scope = findScope(selector);
  visit(scope, lookAtAsked(scope), top, interactiveOnly ? 'controls' : 'all');
  const { tree, count } = writeTree(top.items, maxDepth);
  return { tree, nodeCount: count - frames.length, frames };

  function visit(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    if (isFrame(element)) {
      into.items.push({ kind: 'frame', head: frameMark(frames.length), kids: [] });
      frames.push(spotOf(element, frames.length));
      into.isOpen = false;
    } else if (sight.shown && isInteractive(element)) visitControl(element, sight, into, wanted);
    else if (sight.shown && looksClickable(element, sight.style)) {
      const head = controlLine(element, roleOf(element) ?? 'clickable', controlName(element, true));
      into.items.push({ kind: 'node', head, kids: [] });
      into.isOpen = false;
    } else if (wanted === 'controls') visitChildren(element, sight, into, wanted);
    else visitOther(element, sight, into, wanted);
  }

  function visitControl(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    const role = roleOf(element) ?? element.localName;
    const isSolid = SOLID.has(element.tagName) || role === 'textbox';
    const isLeaf = isSolid || LEAVES.has(role);
    const inside: Place = { items: [], isOpen: false };
    if (!isSolid) visitChildren(element, sight, inside, isLeaf ? 'controls' : wanted);
    const head = controlLine(element, role, controlName(element, isLeaf || inside.items.length === 0));
    // Only what can be acted on: a flat list is the shortest.
    if (wanted === 'controls') into.items.push({ kind: 'node', head, kids: [] }, ...inside.items);
    else into.items.push({ kind: 'node', head, kids: inside.items });
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
      const naming = element instanceof HTMLLabelElement && element.control ? 'unnamed' : wanted;
      if (sight.block) into.isOpen = false;
      visitChildren(element, sight, into, naming);
      if (sight.block) into.isOpen = false;
      return;
    }
    into.isOpen = false;
    if (role === 'img') {
      const name = label || element.getAttribute('alt')?.trim() || '';
      if (name) into.items.push({ kind: 'node', head: nodeLine('img', name), kids: [] });
      return;
    }
    const inside: Place = { items: [], isOpen: false };
    visitChildren(element, sight, inside, wanted);
    const item = container(element, role, label, inside.items);
    if (item) into.items.push(item);
  }

  function visitChildren(element: Element, sight: Sight, into: Place, wanted: Wanted): void {
    eachChild(element, (child) => {
      if (child instanceof Element) {
        const below = look(child, sight);
        if (below && !below.ariaHidden) visit(child, below, into, wanted);
        if (child.tagName === 'BR') into.isOpen = false;
      } else if (child instanceof Text && wanted === 'all') addText(child, element, sight, into);
    });
  }
};

function addText({ data }: Text, element: Element, sight: Sight, into: Place): void {
  const words = data.replace(/[\s\0]+/g, ' ');
  const last = into.items.at(-1);
  if (words === ' ') {
    if (into.isOpen && last && !last.head.endsWith(' ')) last.head += ' ';
    return;
  }
  const said = readableWords(words, element, sight);
  if (said === '') return;
  if (into.isOpen && last?.kind === 'text') last.head += said;
  else into.items.push({ kind: 'text', head: said.trimStart(), kids: [] });
  into.isOpen = true;
}

/** An element with a role around what was found in it; nothing, if nothing was. */
function container(element: Element, role: string, label: string, kids: readonly Item[]): Item | undefined {
  if (role === 'cell' || role === 'columnheader' || role === 'rowheader' || role === 'gridcell') {
    return { kind: 'cell', head: nodeLine(role, label), kids };
  }
  if (kids.length === 0 && !label) return undefined;
  const [only, another] = kids;
  const text = only?.kind === 'text' && !another && !label ? only.head.trim() : undefined;
  const head = role === 'heading' ? headingLine(element, text ?? label) : nodeLine(role, text ?? label);
  return { kind: role === 'row' ? 'row' : 'node', head, kids: text === undefined ? kids : [] };
}
