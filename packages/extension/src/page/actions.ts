import type { Action, Data, Params } from '@helve/browser/protocol';
import type { Read } from '../page-message.ts';
import type { ActionOfWorker } from '../worker/actions.ts';
import { click } from './act/click.ts';
import { dom } from './read/dom.ts';
import { drag } from './act/drag.ts';
import { elements } from './read/elements.ts';
import { fill } from './act/fill.ts';
import { hover } from './act/hover.ts';
import { images } from './read/images.ts';
import { inspect } from './read/inspect.ts';
import { links } from './read/links.ts';
import { outline } from './read/outline.ts';
import { press } from './act/press.ts';
import { scroll } from './act/scroll.ts';
import { select } from './act/select.ts';
import { snapshot } from './read/snapshot.ts';
import { text } from './read/text.ts';
import { type } from './act/type.ts';
import { upload, uploadPart } from './act/upload.ts';
import { wait } from './act/wait.ts';

/** What the code in the page does for an action. */
export type PageAction<A extends Action> = (params: Params<A>) => Read<Data<A>> | Promise<Read<Data<A>>>;

type PageActions = { readonly [A in Exclude<Action, ActionOfWorker>]: PageAction<A> } & {
  readonly [A in ActionOfWorker]?: PageAction<A>;
};

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
