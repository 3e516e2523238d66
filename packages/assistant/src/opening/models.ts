import { isAbsolute } from 'node:path';
import { CommandError, parameter, resolvePath, worded } from '@helve/command';
import type { Caller } from '@helve/policy';
import { ConversationLog } from '../log/conversation-log.ts';
import { findConversation } from '../log/place.ts';
import { findModel, type Model, MODELS } from '../model/models.ts';
import type { Provider } from '../model/provider.ts';
import { type ChosenModel, chooseModel } from '../providers/choose.ts';
import { replayProvider } from '../providers/replay/provider.ts';
import type { AssistantSettings } from '../settings/settings.ts';

export interface ModelNeeds {
  /** Words of a recording arrive at the speed of reading, because a person watches. */
  readonly atReadingSpeed: boolean;
  /** A model without known prices is refused, because a spending limit applies. */
  readonly withPrices: boolean;
}

/** Chooses models for a conversation by the names that users and settings give them. */
export function modelChooser(caller: Caller, settings: AssistantSettings, needs: ModelNeeds) {
  const {
    place: { cwd, env },
  } = caller;
  const openRecording = async (name: string) => recordingProvider(name, caller, needs);
  return async (wanted?: string): Promise<ChosenModel> => {
    const chosen = await chooseModel({ wanted, settings, env, cwd, openRecording });
    if (needs.withPrices && !chosen.model.prices) throw unknownPrice(chosen.model.id);
    return chosen;
  };
}

/** The models that a user can choose from: those of the settings, and those that helve knows. */
export function knownModels({ models }: AssistantSettings, current: Model): readonly Model[] {
  const described = Object.entries(models).map(([id, about]) => findModel(id, about as object));
  const known = [...described, ...MODELS.filter(({ id }) => !(id in models))];
  return known.some(({ id }) => id === current.id) ? known : [current, ...known];
}

/** Milliseconds for each word of a recording. */
const READING_MS = 30;

function recordingProvider(
  name: string,
  { place: { cwd, env, home } }: Caller,
  { atReadingSpeed }: ModelNeeds,
): Provider {
  const isPath = isAbsolute(name) || name.startsWith('.') || name.endsWith('.jsonl');
  const file = isPath ? resolvePath({ cwd, env }, name) : findConversation(home, cwd, name);
  return replayProvider(ConversationLog.open(file, Date.now).chain(), atReadingSpeed ? { wordMs: READING_MS } : {});
}

function unknownPrice(model: string): CommandError {
  return new CommandError(
    'INVALID_INPUT',
    worded`${parameter('maxCost')} cannot be kept: nobody said what ${model} costs`,
    { hint: `Add its prices to the settings: {"models":{"${model}":{"prices":{"input":1,"output":5}}}}` },
  );
}
