import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { type Conversation, type Effort, EFFORTS, type OpenedConversation } from '@helve/assistant';
import { CommandError, didYouMean } from '@helve/command';
import { type Mode, MODES } from '@helve/policy';

const MODE_WORDS: Readonly<Record<Mode, readonly [name: string, description: string]>> = {
  plan: ['Plan', 'Only reads; presents a plan before it changes anything'],
  default: ['Default', 'Asks before it changes files or runs programs outside the sandbox'],
  acceptEdits: ['Accept edits', 'Changes files of the project without asking'],
  bypassPermissions: ['Bypass permissions', 'Asks nothing; deny rules still apply'],
};

const EFFORT_WORDS: Readonly<Record<Effort, string>> = {
  off: 'Off',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  max: 'Maximum',
};

/** The value that leaves the effort to the model. */
const NO_EFFORT = 'default';

type Configurable = Pick<OpenedConversation, 'conversation' | 'models' | 'chooseModel'>;

export function modesOf({ mode }: Conversation): SessionModeState {
  return {
    currentModeId: mode,
    availableModes: MODES.map((id) => ({ id, name: MODE_WORDS[id][0], description: MODE_WORDS[id][1] })),
  };
}

/** The model, the mode and, where the model can think, how hard it does. */
export function configOptionsOf({ conversation, models }: Configurable): SessionConfigOption[] {
  const { model, mode, effort } = conversation;
  const known = models.some(({ id }) => id === model.id) ? models : [model, ...models];
  const thinking: SessionConfigOption = {
    id: 'effort',
    type: 'select',
    name: 'Effort',
    description: 'How hard the model thinks',
    category: 'thought_level',
    currentValue: effort ?? NO_EFFORT,
    options: [
      { value: NO_EFFORT, name: 'Default', description: 'The model decides' },
      ...EFFORTS.map((value) => ({ value, name: EFFORT_WORDS[value] })),
    ],
  };
  return [
    {
      id: 'mode',
      type: 'select',
      name: 'Mode',
      description: 'What needs your approval',
      category: 'mode',
      currentValue: mode,
      options: MODES.map((value) => ({ value, name: MODE_WORDS[value][0], description: MODE_WORDS[value][1] })),
    },
    {
      id: 'model',
      type: 'select',
      name: 'Model',
      category: 'model',
      currentValue: model.id,
      options: known.map(({ id, name }) => ({ value: id, name })),
    },
    ...(model.thinking === 'none' ? [] : [thinking]),
  ];
}

/** Sets one of them, from the next request or call on. */
export async function setConfigOption(
  { conversation, chooseModel }: Configurable,
  id: string,
  value: string,
): Promise<void> {
  switch (id) {
    case 'mode':
      return conversation.setMode(oneOf(MODES, value, 'mode'));
    case 'model':
      return conversation.use(await chooseModel(value));
    case 'effort':
      return conversation.use({ effort: value === NO_EFFORT ? undefined : oneOf(EFFORTS, value, 'effort') });
    default:
      throw new CommandError('INVALID_INPUT', `There is no option ${JSON.stringify(id)}`, {
        hint: didYouMean(id, ['mode', 'model', 'effort'], 'One of: mode, model, effort.'),
      });
  }
}

export function oneOf<Value extends string>(values: readonly Value[], value: string, what: string): Value {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw new CommandError('INVALID_INPUT', `There is no ${what} ${JSON.stringify(value)}`, {
    hint: didYouMean(value, values, `One of: ${values.join(', ')}.`),
  });
}
