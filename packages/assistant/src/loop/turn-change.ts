import type { Policy } from '@helve/policy';
import type { Model } from '../model/models.ts';
import type { Provider } from '../model/provider.ts';
import { RequestCount } from './limits.ts';
import type { Turn } from './turn-state.ts';

/** Makes a policy that allows less than the one it is given, and never more. */
export type Narrow = (policy: Policy) => Policy;

/** Chooses a model to ask instead of another. */
export type ChooseFallback = () => Promise<{ readonly provider: Provider; readonly model: Model }>;

/** Makes a policy that asks less than the one it is given. What rules forbid stays forbidden. */
export type Grant = (policy: Policy) => Policy;

/** What holds for the rest of a turn, such as what a skill says of how it is to be used. */
export interface TurnChange {
  readonly chosen?: { readonly provider: Provider; readonly model: Model };
  /** Of what the model was offered, what it is offered still, by the names of tools. */
  readonly tools?: (name: string) => boolean;
  readonly narrow?: Narrow;
  /** Who may still be asked instead. */
  readonly fallbacks?: readonly ChooseFallback[];
  /** Makes a policy that asks less. */
  readonly grant?: Grant | undefined;
  /** How often the model may be asked from here on. */
  readonly maxTurns?: number | undefined;
}

/** Changes a turn that goes on. What was taken away before stays so. */
export function changeTurn(
  turn: Turn,
  { chosen, tools = () => true, narrow, grant, fallbacks = turn.fallbacks, maxTurns }: TurnChange,
): void {
  Object.assign(turn, {
    chosen: chosen ?? turn.chosen,
    fallbacks,
    tools: turn.tools.filter(({ name }) => tools(name)),
    declarations: turn.declarations.filter(({ name }) => tools(name)),
    narrow: bothNarrow(turn.narrow, narrow),
    grant: bothNarrow(turn.grant, grant),
    requests: maxTurns === undefined ? turn.requests : new RequestCount(maxTurns, turn.requests),
  } satisfies Partial<Turn>);
}

export function bothNarrow(one: Narrow | undefined, other: Narrow | undefined): Narrow | undefined {
  return one && other ? (policy) => other(one(policy)) : (one ?? other);
}
