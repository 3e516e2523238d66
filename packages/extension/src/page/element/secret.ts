import type { SecretNote } from '../../page-message.ts';
import { plain } from './plain.ts';
import { onEachRoot } from './shadow.ts';

/** Fields that were for a password once: a page may show what is in them, and it is still nobody's to read. */
const known = new WeakSet<Element>();

/** What was put into such fields here: a page may draw another field, or write it elsewhere. */
const typed = new Set<string>();

/** Shorter ones are in too many other words. */
const SHORTEST = 6;

/** Whether what is typed there may not be read out. */
export function isSecret(element: Element): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  if (isForSecret(element)) known.add(element);
  return known.has(element) || typed.has(element.value);
}

function isForSecret(field: HTMLInputElement): boolean {
  if (field.type === 'password' || /-password\b/.test(field.autocomplete)) return true;
  const { webkitTextSecurity } = getComputedStyle(field) as { webkitTextSecurity?: string };
  return webkitTextSecurity !== undefined && webkitTextSecurity !== '' && webkitTextSecurity !== 'none';
}

/** What stands for it; of the same length whatever it is. */
export const MASK = '••••••••';

/** What is in a field, as it may be read. */
export function valueOf(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  return field.value !== '' && isSecret(field) ? MASK : field.value;
}

/** Notes what an agent puts into a field, if that is for a secret. Before it does: the page may leave at once. */
export function noteTyped(field: Element, value: string): void {
  if (value === '' || typed.has(value) || !isSecret(field)) return;
  typed.add(value);
  // Other pages may show it, too. Without a worker nobody hears of it, and nobody needs to.
  void chrome.runtime.sendMessage({ helve: 'secret', value } satisfies SecretNote).catch(() => {});
}

/** What was read of the page, without what was typed into fields for secrets. */
export function withoutSecrets<Data>(data: Data): Data {
  const secrets = [...typed].filter(({ length }) => length >= SHORTEST);
  if (secrets.length === 0) return data;
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, MASK), value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clean(part)]));
  };
  return clean(data) as Data;
}

/** Notes the fields for passwords that there are, and from now on those that the page turns into others. */
export function watchSecrets(): void {
  watch(document);
  onEachRoot(watch);
}

const watched = new WeakSet<Node>();
let observer: MutationObserver | undefined;

function watch(root: Document | ShadowRoot): void {
  if (watched.has(root)) return;
  watched.add(root);
  for (const field of plain(root).querySelectorAll('input[type="password" i]')) known.add(field);
  observer ??= new MutationObserver(noteChanged);
  observer.observe(root, { subtree: true, attributeFilter: ['type'], attributeOldValue: true });
}

function noteChanged(changes: readonly MutationRecord[]): void {
  for (const { target, oldValue } of changes) {
    if (target instanceof HTMLInputElement && oldValue?.toLowerCase() === 'password') known.add(target);
  }
}
