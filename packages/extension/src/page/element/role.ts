import { isEditor } from './interactive.ts';
import { plain } from './plain.ts';

const BY_TAG: Readonly<Record<string, string>> = {
  ARTICLE: 'article',
  ASIDE: 'complementary',
  AUDIO: 'audio',
  BUTTON: 'button',
  CANVAS: 'canvas',
  DIALOG: 'dialog',
  FIELDSET: 'group',
  FOOTER: 'contentinfo',
  FORM: 'form',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  H4: 'heading',
  H5: 'heading',
  H6: 'heading',
  HEADER: 'banner',
  IMG: 'img',
  LI: 'listitem',
  MAIN: 'main',
  METER: 'meter',
  NAV: 'navigation',
  OL: 'list',
  OPTION: 'option',
  OUTPUT: 'status',
  P: 'paragraph',
  PROGRESS: 'progressbar',
  SEARCH: 'search',
  SECTION: 'region',
  SELECT: 'combobox',
  SUMMARY: 'button',
  TABLE: 'table',
  TD: 'cell',
  TEXTAREA: 'textbox',
  TH: 'columnheader',
  TR: 'row',
  UL: 'list',
  VIDEO: 'video',
};

const BY_INPUT_TYPE: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'color',
  file: 'file',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

/** The role that an element has, by its own words or by its tag; absent for a mere wrapper. */
export function roleOf(element: Element): string | undefined {
  const { tagName } = plain(element);
  const explicit = plain(element).getAttribute('role')?.trim().split(/\s+/)[0];
  if (explicit && explicit !== 'presentation' && explicit !== 'none') return explicit;
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) {
    return element.hasAttribute('href') ? 'link' : undefined;
  }
  if (element instanceof HTMLInputElement) return BY_INPUT_TYPE[element.type] ?? 'textbox';
  if (isEditor(element)) return 'textbox';
  if (element instanceof HTMLSelectElement && (element.multiple || element.size > 1)) return 'listbox';
  // Its author says that it only looks like what it is.
  if (explicit && !FIELDS.has(tagName)) return undefined;
  if (tagName === 'TD' && element.closest('table')?.getAttribute('role')?.endsWith('grid')) return 'gridcell';
  return BY_TAG[tagName];
}

/** What is used whatever its author says of it. */
const FIELDS = new Set(['BUTTON', 'SELECT', 'SUMMARY', 'TEXTAREA']);

/** Parts of a page that people find their way by. */
export const LANDMARKS: ReadonlySet<string> = new Set(
  'banner complementary contentinfo form main navigation region search'.split(' '),
);

/** Which are one only if they have a name. */
export const NAMED_LANDMARKS: ReadonlySet<string> = new Set(['form', 'region']);

/** Of a heading, from its tag or its own words. */
export function levelOf(heading: Element): number {
  const level = Number(
    plain(heading).getAttribute('aria-level') ?? /^H([1-6])$/.exec(plain(heading).tagName)?.[1] ?? 2,
  );
  return Number.isInteger(level) && level > 0 ? level : 2;
}
