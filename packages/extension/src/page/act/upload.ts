import type { UploadFile } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { notActionable, refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { Aftermath } from './settle.ts';
import { plain } from '../element/plain.ts';
import { findTarget } from '../element/target.ts';

const SETTLE_MS = 1_200;
const KEPT = 4;

/** The pieces of files that are about to be given to the page: by upload, file and place. */
const uploads = new Map<string, Map<number, Map<number, Uint8Array<ArrayBuffer>>>>();

export const uploadPart: PageAction<'upload.part'> = ({ target, upload, file, offset, bytes }) => {
  refuseUnfit(findTarget(target));
  const files = uploads.get(upload) ?? new Map<number, Map<number, Uint8Array<ArrayBuffer>>>();
  uploads.set(upload, files);
  const parts = files.get(file) ?? new Map<number, Uint8Array<ArrayBuffer>>();
  files.set(file, parts);
  parts.set(
    offset,
    Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)),
  );
  for (const old of [...uploads.keys()].slice(0, -KEPT)) uploads.delete(old);
  return {};
};

export const upload: PageAction<'upload'> = async ({ target, upload, files }) => {
  const element = findTarget(target);
  refuseUnfit(element);
  const transfer = new DataTransfer();
  for (const [index, file] of files.entries()) transfer.items.add(assemble(upload, index, file));
  uploads.delete(upload);
  const input = fileInputOf(element);
  const aftermath = new Aftermath();
  if (input) {
    if (files.length > 1 && !input.multiple) throw notActionable(input, 'takes one file only');
    input.files = transfer.files;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    const held = describe(input.files);
    await aftermath.settled(SETTLE_MS);
    return { uploaded: held.length === files.length, files: held, by: 'input' };
  }
  const taken = drop(element, transfer);
  await aftermath.settled(SETTLE_MS);
  return { uploaded: taken, files: describe(transfer.files), by: 'drop' };
};

/** A file field is mostly invisible, behind something nicer; that is no obstacle. */
function refuseUnfit(element: Element): void {
  const input = fileInputOf(element);
  if (!input) refuseUnusable(element);
  else if (input.disabled) throw notActionable(input, 'is disabled');
}

function fileInputOf(element: Element): HTMLInputElement | undefined {
  const inner = element instanceof HTMLLabelElement ? element.control : element;
  return inner instanceof HTMLInputElement && inner.type === 'file' ? inner : undefined;
}

function assemble(upload: string, index: number, { name, type, size, lastModified }: UploadFile): File {
  const parts = [...(uploads.get(upload)?.get(index) ?? [])].sort(([one], [other]) => one - other);
  const file = new File(
    parts.map(([, bytes]) => bytes),
    name,
    { type, lastModified },
  );
  if (file.size === size) return file;
  throw new Failure('SCRIPT_ERROR', 'The page was left while the files came', 'Upload them again.');
}

/** Says whether the page took them. */
function drop(element: Element, dataTransfer: DataTransfer): boolean {
  const { left, top, width, height } = plain(element).getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const send = (type: string) =>
    plain(element).dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true, view: window, ...at }),
    );
  send('dragenter');
  const over = send('dragover');
  if (over) {
    send('dragleave');
    return false;
  }
  send('drop');
  return true;
}

function describe(files: FileList | null): { name: string; size: number }[] {
  return [...(files ?? [])].map(({ name, size }) => ({ name, size }));
}
