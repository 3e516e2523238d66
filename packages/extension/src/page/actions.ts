// Written by scripts/generate-lists.mjs (npm run docs).
import type { Action, Data, Params } from '@helve/browser/protocol';
import type { Read } from '../page-message.ts';
import type { ActionOfWorker } from '../worker/actions.ts';
import { text } from './read/text.ts';
import { links } from './read/links.ts';
import { images } from './read/images.ts';
import { elements } from './read/elements.ts';
import { outline } from './read/outline.ts';
import { dom } from './read/dom.ts';
import { inspect } from './read/inspect.ts';
import { snapshot } from './read/snapshot.ts';
import { click } from './act/click.ts';
import { hover } from './act/hover.ts';
import { drag } from './act/drag.ts';
import { scroll } from './act/scroll.ts';
import { fill } from './act/fill.ts';
import { select } from './act/select.ts';
import { press } from './act/press.ts';
import { type } from './act/type.ts';
import { uploadPart, upload } from './act/upload.ts';
import { wait } from './act/wait.ts';

/** What the code in the page does for an action. */
export type PageAction<A extends Action> = (params: Params<A>) => Read<Data<A>> | Promise<Read<Data<A>>>;

type PageActions = { readonly [A in Exclude<Action, ActionOfWorker>]: PageAction<A> } & {
  readonly [A in ActionOfWorker]?: PageAction<A>;
};

export const PAGE_ACTIONS: PageActions = {
  text,
  links,
  images,
  elements,
  outline,
  dom,
  inspect,
  snapshot,
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
