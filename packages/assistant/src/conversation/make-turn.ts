import type { Caller } from '@helve/registry';
import { COMPACT_AT } from '../loop/room.ts';
import { changeTurn } from '../loop/turn-change.ts';
import type { Turn } from '../loop/turn-state.ts';
import type { ModelUse } from './options.ts';

/** What a turn is made of: all of it but what may change from one request or call to the next, and how to ask for that. */
export interface TurnParts extends Omit<Turn, 'provider' | 'model' | 'effort' | 'compactAt' | 'caller' | 'change'> {
  readonly compactAt: number | false | undefined;
  readonly using: () => ModelUse;
  readonly callerNow: () => Caller;
}

/** All that a turn works with. */
export function makeTurn({ using, callerNow, compactAt = COMPACT_AT, ...parts }: TurnParts): Turn {
  const asked = () => turn.chosen ?? using();
  const turn: Turn = {
    ...parts,
    get provider() {
      return asked().provider;
    },
    get model() {
      return asked().model;
    },
    get effort() {
      return using().effort;
    },
    get compactAt() {
      // A recording has no answer for a request that was not in it.
      return asked().provider.name === 'replay' ? false : compactAt;
    },
    caller: () => {
      const caller = callerNow();
      const { policy } = caller;
      return { ...caller, ownPolicy: policy, policy: turn.narrow?.(policy) ?? policy };
    },
    change: (change) => changeTurn(turn, change),
  };
  return turn;
}
