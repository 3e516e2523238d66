import type { ActingActions } from './acting.ts';
import type { CapturingActions } from './capturing.ts';
import type { ReadingActions } from './reading.ts';
import type { TabActions } from './tabs.ts';

/** Every action that the extension performs: what it is asked, and what it gives. */
export interface Actions extends ReadingActions, CapturingActions, ActingActions, TabActions {}

export type Action = keyof Actions;
export type Params<A extends Action> = Actions[A]['params'];
export type Data<A extends Action> = Actions[A]['data'];
