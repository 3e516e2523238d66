import { isTextField } from '../field/text-field.ts';
import { shadowRootOf } from '../element/shadow.ts';
import type { Point } from './point.ts';

interface WithCaretPosition {
  caretPositionFromPoint?(
    x: number,
    y: number,
    options: { readonly shadowRoots: readonly ShadowRoot[] },
  ): { readonly offsetNode: Node; readonly offset: number } | null;
}

/** A press in a text puts the caret there, ready for what is typed next. */
export function putCaretAt(element: Element, { x, y }: Point): void {
  const isField = isTextField(element);
  if (!isField && !(element instanceof HTMLElement && element.isContentEditable)) return;
  const root = element.getRootNode();
  const shadowRoots = root instanceof ShadowRoot && shadowRootOf(root.host) ? [root] : [];
  const found = (document as WithCaretPosition).caretPositionFromPoint?.(x, y, { shadowRoots });
  if (isField) {
    // Fields for numbers and dates have no caret that a page may set.
    if (element.selectionStart === null) return;
    const offset = found && found.offsetNode === element ? found.offset : element.value.length;
    element.setSelectionRange(offset, offset);
  } else if (found && element.contains(found.offsetNode)) {
    getSelection()?.collapse(found.offsetNode, found.offset);
  } else return;
  // Editors look at the selection when they are told of it; the browser would do that later.
  document.dispatchEvent(new Event('selectionchange'));
}
