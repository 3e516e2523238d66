/** Text that is edited in place, without knowing the editor behind it. */
import { page, plain } from '../element/plain.ts';
import { focusOn } from '../keyboard/focus.ts';
import { keyEvent, parseKey } from '../keyboard/keys.ts';

/** The outermost element around it that is edited as a whole. */
export function editableRootOf(element: Element): HTMLElement | undefined {
  let node: Element | null = element;
  let root: HTMLElement | undefined;
  for (; node; node = plain(node).parentElement)
    if (node instanceof HTMLElement && plain(node).isContentEditable) root = node;
  return (
    root ?? plain(element).querySelector<HTMLElement>('[contenteditable]:not([contenteditable="false"])') ?? undefined
  );
}

/** Replaces all of it as a paste would: the editor may take that over, and otherwise the browser does it. */
export function pasteOver(root: HTMLElement, value: string): void {
  focusOn(root);
  getSelection()?.selectAllChildren(root);
  page.dispatchEvent(new Event('selectionchange'));
  // In a window that is not in front CodeMirror heeds no selection but its own.
  const all = /Mac/.test(navigator.platform) ? 'Meta+A' : 'Control+A';
  if (plain(root).closest('.cm-editor')) plain(root).dispatchEvent(keyEvent('keydown', parseKey(all)));
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', value);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  if (value !== '' && !plain(root).dispatchEvent(event)) return;
  page.execCommand(value === '' ? 'delete' : 'insertText', false, keepSpaces(root, value));
}

/** Runs of spaces would become one, unless the page keeps them. */
function keepSpaces(root: HTMLElement, value: string): string {
  if (/pre|break-spaces/.test(getComputedStyle(root).whiteSpace)) return value;
  return value.replace(/ {2,}|^ | $/gm, (spaces) => '\u00a0'.repeat(spaces.length));
}

/** The text as a person sees it: a line for each paragraph and each break, and no more. `innerText` has lines that nobody wrote. */
export function readEditable(root: HTMLElement): string {
  const lines: string[] = [];
  let open = false;
  const write = (text: string) => {
    if (!open) lines.push('');
    open = true;
    lines.push(`${lines.pop() ?? ''}${text}`);
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      const [first = '', ...rest] = textOf(node).split('\n');
      if (first !== '') write(first);
      for (const line of rest) {
        if (!open) lines.push('');
        open = false;
        if (line !== '') write(line);
      }
    } else if (node instanceof HTMLBRElement) {
      if (!open) lines.push('');
      open = false;
    } else if (node instanceof HTMLElement) {
      const { display } = getComputedStyle(node);
      if (display === 'none') return;
      const block = display !== 'contents' && !display.startsWith('inline');
      if (block) open = false;
      for (const child of plain(node).childNodes) visit(child);
      if (block) open = false;
    }
  };
  for (const child of plain(root).childNodes) visit(child);
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

/** Where spaces are not kept, those between paragraphs are only how the page is written. */
function textOf(node: Text): string {
  const parent = node.parentElement;
  if (parent && /pre|break-spaces/.test(getComputedStyle(parent).whiteSpace)) return node.data;
  const text = node.data.replace(/[ \t\r\n]+/g, ' ');
  return text === ' ' && (!node.previousSibling || !node.nextSibling) ? '' : text;
}
