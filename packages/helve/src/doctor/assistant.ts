import { chooseModel, readAssistantSettings } from '@helve/assistant';
import { CommandError, toCommandError } from '@helve/command';
import { readSettings } from '@helve/settings';
import { settingsCheck } from '../config/check.ts';
import type { Step } from './check.ts';

/** What a conversation needs: settings that are in order, and a model with a key. */
export const ASSISTANT_STEPS: Readonly<Record<string, Step>> = {
  settings: async ({ place: { cwd, home } }) => {
    const { layers } = await readSettings({ cwd, home });
    const check = await settingsCheck();
    for (const { document, file } of layers) check(document, file);
    return layers.length === 0 ? 'none, so that the defaults hold' : layers.map(({ file }) => file).join(', ');
  },

  model: async ({ place: { cwd, home, env } }) => {
    const { layers } = await readSettings({ cwd, home });
    const settings = readAssistantSettings(layers);
    try {
      const { model, provider } = await chooseModel({ wanted: undefined, settings, env, cwd, openRecording });
      return `${model.name}, asked of ${provider.name}`;
    } catch (thrown) {
      const { code, message, hint = '' } = toCommandError(thrown);
      if (code !== 'AUTH_REQUIRED') throw thrown;
      return { off: message, hint };
    }
  },
};

async function openRecording(name: string): Promise<never> {
  throw new CommandError('UNAVAILABLE', `The settings name a recording, ${name}, which is not a model`);
}
