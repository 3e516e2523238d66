import type { Action, Data, Params } from '@helve/browser/protocol';
import type { Read } from '../page-message.ts';

/** What the code in the page does for an action. */
export type PageAction<A extends Action> = (params: Params<A>) => Read<Data<A>> | Promise<Read<Data<A>>>;
