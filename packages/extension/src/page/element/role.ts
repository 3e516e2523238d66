const BY_TAG: Readonly<Record<string, string>> = {
  ARTICLE: 'article',
  ASIDE: 'complementary',
  BUTTON: 'button',
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
};

const BY_INPUT_TYPE: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
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
  const explicit = element.getAttribute('role')?.trim().split(/\s+/)[0];
  if (explicit) return explicit;
  if (element instanceof HTMLAnchorElement) return element.hasAttribute('href') ? 'link' : undefined;
  if (element instanceof HTMLInputElement) return BY_INPUT_TYPE[element.type] ?? 'textbox';
  if (element instanceof HTMLElement && element.isContentEditable && !element.parentElement?.isContentEditable) {
    return 'textbox';
  }
  if (element.tagName === 'SELECT' && (element as HTMLSelectElement).multiple) return 'listbox';
  return BY_TAG[element.tagName];
}

/** Parts of a page that people find their way by. */
export const LANDMARKS: ReadonlySet<string> = new Set(
  'banner complementary contentinfo form main navigation region search'.split(' '),
);

/** Which are one only if they have a name. */
export const NAMED_LANDMARKS: ReadonlySet<string> = new Set(['form', 'region']);

/** Of a heading, from its tag or its own words. */
export function levelOf(heading: Element): number {
  const level = Number(heading.getAttribute('aria-level') ?? /^H([1-6])$/.exec(heading.tagName)?.[1] ?? 2);
  return Number.isInteger(level) && level > 0 ? level : 2;
}
