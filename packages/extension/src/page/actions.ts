import type { Action } from '@helve/browser/protocol';
import { click } from './actions/click.ts';
import { dom } from './actions/dom.ts';
import { drag } from './actions/drag.ts';
import { elements } from './actions/elements.ts';
import { fill } from './actions/fill.ts';
import { hover } from './actions/hover.ts';
import { images } from './actions/images.ts';
import { inspect } from './actions/inspect.ts';
import { links } from './actions/links.ts';
import { outline } from './actions/outline.ts';
import { press } from './actions/press.ts';
import { scroll } from './actions/scroll.ts';
import { select } from './actions/select.ts';
import { snapshot } from './actions/snapshot.ts';
import { text } from './actions/text.ts';
import { type } from './actions/type.ts';
import { upload, uploadPart } from './actions/upload.ts';
import { wait } from './actions/wait.ts';
import type { PageAction } from './call.ts';

/** What is done in the page. */
export const PAGE_ACTIONS: { readonly [A in Action]?: PageAction<A> } = {
  // Reading
  text,
  links,
  images,
  elements,
  outline,
  dom,
  inspect,
  snapshot,

  // Acting
  click,
  hover,
  drag,
  scroll,
  fill,
  select,
  press,
  type,
  'upload.part': uploadPart,
  upload,
  wait,
};
