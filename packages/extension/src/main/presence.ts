/**
 * Put beside a page's own scripts when an agent first acts on it, and stays there. The browser sends no focus events to a page
 * whose window is not in front, and refuses it the clipboard: this gives it both, so that it works as under a person's hands.
 */
import { PRESENCE_EVENTS } from '../main-message.ts';

const hasFocus = document.hasFocus.bind(document);

/** What has been told that it has the focus. */
let told: Element | null = hasFocus() ? active() : null;

addEventListener('focusin', (event) => setTold(event), true);
addEventListener('focusout', () => setTold(undefined), true);
document.addEventListener(PRESENCE_EVENTS.moved, tellOfFocus);

function setTold(event: Event | undefined): void {
  const [target] = event?.composedPath() ?? [];
  told = target instanceof Element ? target : null;
}

/** Wraps a function of the browser, which still looks like the browser's. */
function wrap<Owner extends object>(
  owner: Owner,
  name: keyof Owner & string,
  call: (native: () => unknown, args: readonly unknown[]) => unknown,
): void {
  const native = owner[name];
  if (typeof native !== 'function') return;
  const value = new Proxy(native, {
    apply: (target, self, args: unknown[]) => call(() => Reflect.apply(target, self, args) as unknown, args),
  });
  Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), value });
}

wrap(Document.prototype, 'hasFocus', () => true);
for (const owner of [HTMLElement.prototype, SVGElement.prototype]) {
  for (const name of ['focus', 'blur'] as const) wrap(owner, name, andTell);
}
wrap(HTMLElement.prototype, 'click', andTell);
for (const name of ['show', 'showModal', 'close'] as const) wrap(HTMLDialogElement.prototype, name, andTell);
tellOfFocus();

function andTell(native: () => unknown): unknown {
  const result = native();
  tellOfFocus();
  return result;
}

/** Tells who has lost the focus and who has it, where the browser has not. */
function tellOfFocus(): void {
  if (hasFocus()) return;
  const [before, now] = [told, active()];
  if (before === now) return;
  told = now;
  if (before?.isConnected) tell(before, 'blur', 'focusout', now);
  // Who was told may have moved it on.
  if (now && active() === now) tell(now, 'focus', 'focusin', before);
}

function tell(element: Element, own: string, bubbling: string, relatedTarget: Element | null): void {
  element.dispatchEvent(new FocusEvent(own, { composed: true, relatedTarget, view: window }));
  element.dispatchEvent(new FocusEvent(bubbling, { bubbles: true, composed: true, relatedTarget, view: window }));
}

function active(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === document.documentElement) return null;
  return element === document.body && !document.body.isContentEditable ? null : element;
}

/** Whether the agent's own clipboard has taken it. The browser's is the person's. */
function isCopied(text: string): boolean {
  return !document.dispatchEvent(new CustomEvent(PRESENCE_EVENTS.copy, { detail: text, cancelable: true }));
}

/** The text of the agent's clipboard; undefined: the page may not have it. */
function pasted(): Promise<string> | undefined {
  let onText: (event: Event) => void = () => {};
  const text = new Promise<string>((resolve) => {
    onText = (event) => resolve(String((event as CustomEvent).detail));
  });
  document.addEventListener(PRESENCE_EVENTS.text, onText, { once: true });
  if (!document.dispatchEvent(new CustomEvent(PRESENCE_EVENTS.paste, { cancelable: true }))) return text;
  document.removeEventListener(PRESENCE_EVENTS.text, onText);
  return undefined;
}

if (typeof Clipboard !== 'undefined') {
  wrap(Clipboard.prototype, 'writeText', (native, [text]) => (isCopied(String(text)) ? Promise.resolve() : native()));
  wrap(Clipboard.prototype, 'readText', (native) => pasted() ?? native());
  wrap(Clipboard.prototype, 'write', (native, [items]) => write(items) ?? native());
}

/** Of what else is copied, the text. */
function write(items: unknown): Promise<void> | undefined {
  const [item] = Array.isArray(items) ? (items as unknown[]) : [];
  if (!(item instanceof ClipboardItem) || !item.types.includes('text/plain')) return undefined;
  if (!isCopied('')) return undefined;
  return item
    .getType('text/plain')
    .then((blob) => blob.text())
    .then((text) => void isCopied(text));
}

wrap(Document.prototype, 'execCommand', (native, [command]) => {
  const name = String(command).toLowerCase();
  if (name !== 'copy' && name !== 'cut') return native();
  const text = copiedBy(name);
  if (text === '' || !isCopied(text)) return native();
  if (name === 'cut') document.execCommand('delete');
  return true;
});

/** What the page, or else the selection, gives to be copied. */
function copiedBy(type: 'copy' | 'cut'): string {
  const element = active() ?? document.body;
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true });
  if (!element.dispatchEvent(event)) return clipboardData.getData('text/plain');
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0);
  }
  return String(getSelection());
}
