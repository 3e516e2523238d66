import type { AuthMethod } from '@agentclientprotocol/sdk';
import { modelChooser, readAssistantSettings } from '@helve/assistant';
import type { AcpHost } from './host.ts';

/** How a user can give helve the key of a model. Only some clients can open a terminal for it. */
export function authMethodsFor(hasTerminal: boolean): AuthMethod[] {
  const existing: AuthMethod = {
    id: 'key',
    name: 'Use an existing API key',
    description: "From ANTHROPIC_API_KEY or OPENAI_API_KEY in the agent's environment, or from helve's settings",
  };
  const setup: AuthMethod = {
    type: 'terminal',
    id: 'setup',
    name: 'Enter an API key',
    description: 'Asks for an Anthropic API key and stores it in the keyring',
    args: ['--setup'],
  };
  return hasTerminal ? [setup, existing] : [existing];
}

/** Throws where there is no key for the model. */
export async function checkKey({ registry, createCaller, cwd, env, home, request }: AcpHost): Promise<void> {
  const caller = await createCaller(registry, {
    cwd,
    env,
    home,
    defaultMode: 'default',
    defaultModeSource: 'the client',
    by: 'model',
  });
  const settings = readAssistantSettings(caller.settings.layers);
  await modelChooser(caller, settings, { atReadingSpeed: false, withPrices: false })(request.model);
}
