import type { Action } from '@helve/browser/protocol';
import type { ActionOfWorker } from '../worker/actions.ts';
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

type PageActions = { readonly [A in Exclude<Action, ActionOfWorker>]: PageAction<A> } & {
  readonly [A in ActionOfWorker]?: PageAction<A>;
};

/** What the code in the page does for an action. */
export const PAGE_ACTIONS: PageActions = {
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
