/** What goes between the code of ours in a page and what runs for it beside the page's own scripts. */

/** Names that say nothing of us: the page could listen. */
export const MAIN_EVENTS = {
  ask: '5f2c:ask',
  element: '5f2c:element',
  job: '5f2c:job',
  done: '5f2c:done',
} as const;

export type MainJob =
  | { readonly do: 'write'; readonly value: string }
  /** As if it were typed: where the caret is, or at the end. */
  | { readonly do: 'type'; readonly value: string; readonly atEnd: boolean }
  | { readonly do: 'read' };

/** What an editor holds afterwards; without an editor, none was found. */
export type MainResult =
  | { readonly editor: string; readonly value: string }
  | { readonly editor: string; readonly problem: string }
  | { readonly editor?: undefined };

/** What goes between our code in a page and what stays beside the page's own scripts. */
export const PRESENCE_EVENTS = {
  /** The focus may have moved without the page being told. */
  moved: '5f2c:moved',
  /** The page copies a text, or asks for the one that was copied. Both can be cancelled, which means that it is done. */
  copy: '5f2c:copy',
  paste: '5f2c:paste',
  text: '5f2c:text',
} as const;
