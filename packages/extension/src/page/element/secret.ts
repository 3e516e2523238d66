/** Fields that were for a password once: a page may show what is in them, and it is still nobody's to read. */
const known = new WeakSet<Element>();

/** Whether what is typed there may not be read out. */
export function isSecret(element: Element): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  if (element.type === 'password' || /-password\b/.test(element.autocomplete)) known.add(element);
  return known.has(element);
}

/** What stands for it; of the same length whatever it is. */
export const MASK = '••••••••';

/** What is in a field, as it may be read. */
export function valueOf(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  return field.value !== '' && isSecret(field) ? MASK : field.value;
}
