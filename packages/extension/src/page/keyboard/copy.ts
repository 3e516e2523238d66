/** Copy, cut and paste by keys. The page hears of it first, and may do it itself. */
import { isTextField } from '../field/text-field.ts';
import { isSecret } from '../element/secret.ts';
import { copied, copy } from './clipboard.ts';
import { deleteText, insertPasted } from './insert.ts';
import { parseKey } from './keys.ts';

/** Says whether something was copied. */
export async function copyFrom(element: Element, cut: boolean): Promise<boolean> {
  const clipboardData = new DataTransfer();
  const allowed = send(element, cut ? 'cut' : 'copy', clipboardData);
  const text = allowed ? selectedIn(element) : clipboardData.getData('text/plain');
  if (text === '') return false;
  await copy(text);
  if (allowed && cut) deleteText(element, parseKey('Delete'));
  return true;
}

/** Says whether something was pasted. */
export async function pasteInto(element: Element): Promise<boolean> {
  const text = await copied();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return !send(element, 'paste', clipboardData) || (text !== '' && insertPasted(element, text));
}

function send(element: Element, type: string, clipboardData: DataTransfer): boolean {
  return element.dispatchEvent(
    new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
}

/** As in the browser, nothing of a password. */
function selectedIn(element: Element): string {
  if (!isTextField(element)) return String(getSelection());
  if (element instanceof HTMLInputElement && isSecret(element)) return '';
  return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0);
}
