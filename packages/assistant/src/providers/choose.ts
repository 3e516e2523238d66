import { CommandError, parameter, worded } from '@helve/command';
import { DEFAULT_MODEL, findModel, type Model, MODEL_ALIASES, type ModelSettings } from '../model/models.ts';
import type { Provider } from '../model/provider.ts';
import type { AssistantSettings, ProviderSettings } from '../settings/settings.ts';
import { ollamaUrl } from './ollama-url.ts';
import { DEFAULT_RETRY } from '../transport/retry.ts';
import type { Endpoint } from './http-provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ModelChoice {
  /** As the user calls it: an id, a short name, or `provider/id`. */
  readonly wanted: string | undefined;
  readonly settings: AssistantSettings;
  readonly env: Environment;
  readonly cwd: string;
  /** Opens a recording for `replay/…`. */
  readonly openRecording: (name: string) => Promise<Provider>;
}

export interface ChosenModel {
  readonly provider: Provider;
  readonly model: Model;
}

/** The model that is meant, and who provides it. */
export async function chooseModel({ wanted, settings, env, cwd, openRecording }: ModelChoice): Promise<ChosenModel> {
  const said = wanted ?? settings.model ?? defaultModel(env, settings);
  const aliases: Readonly<Record<string, string>> = { ...MODEL_ALIASES, ...settings.aliases };
  const name = Object.hasOwn(aliases, said) ? (aliases[said] ?? said) : said;
  const slash = name.indexOf('/');
  const prefix = name.slice(0, Math.max(slash, 0));
  if (prefix === 'replay') {
    return { provider: await openRecording(name.slice(slash + 1)), model: findModel('replay') };
  }
  const known = await providers(settings, env, cwd);
  // A model's own id may hold a slash too, as those of routers do.
  const providerName = Object.hasOwn(known, prefix) ? prefix : name.startsWith('claude') ? 'anthropic' : 'openai';
  const id = providerName === prefix ? name.slice(slash + 1) : name;
  const provider = known[providerName];
  if (!provider) throw await noKey(providerName, name, env);
  const described: ModelSettings | undefined = settings.models[id] as ModelSettings | undefined;
  return { provider: await open(providerName, provider, settings, env), model: findModel(id, described) };
}

function defaultModel(env: Environment, { providers: configured }: AssistantSettings): string {
  const anthropic = env.ANTHROPIC_API_KEY !== undefined || configured.anthropic !== undefined;
  if (anthropic || env.OPENAI_API_KEY === undefined || env.OPENAI_BASE_URL !== undefined) return DEFAULT_MODEL;
  return 'gpt-5.2';
}

/** Those of the settings, and those that the environment has a key or an address for. */
async function providers(
  settings: AssistantSettings,
  env: Environment,
  cwd: string,
): Promise<Readonly<Record<string, ProviderSettings>>> {
  const { apiKeyHelper } = settings;
  const helped = apiKeyHelper === undefined ? undefined : (await import('../keys/key-helper.ts')).askKeyHelper;
  const ANTHROPIC_API_KEY = apiKeyHelper && helped ? await helped(apiKeyHelper, { cwd, env }) : env.ANTHROPIC_API_KEY;
  const { ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_HOST } = env;
  return {
    ...(ANTHROPIC_API_KEY
      ? { anthropic: { type: 'anthropic', apiKey: ANTHROPIC_API_KEY, ...address(ANTHROPIC_BASE_URL) } }
      : {}),
    ...(OPENAI_API_KEY || OPENAI_BASE_URL
      ? {
          openai: {
            // Other servers than OpenAI's own seldom speak its newer language.
            type: OPENAI_BASE_URL ? 'openai-chat' : 'openai-responses',
            ...(OPENAI_API_KEY ? { apiKey: OPENAI_API_KEY } : {}),
            ...address(OPENAI_BASE_URL),
          },
        }
      : {}),
    ollama: { type: 'openai-chat', baseUrl: `${ollamaUrl({ OLLAMA_HOST })}/v1` },
    ...settings.providers,
    // A key that is kept in the settings is used at the address of the environment too, and the other way round.
    ...(settings.providers.anthropic
      ? {
          anthropic: {
            ...address(ANTHROPIC_BASE_URL),
            ...(ANTHROPIC_API_KEY && settings.ownProviders?.has('anthropic') ? { apiKey: ANTHROPIC_API_KEY } : {}),
            ...settings.providers.anthropic,
          },
        }
      : {}),
  };
}

function address(baseUrl: string | undefined): { readonly baseUrl?: string } {
  return baseUrl ? { baseUrl } : {};
}

async function open(
  name: string,
  { type, baseUrl, apiKey, headers }: ProviderSettings,
  { retryMinutes, stallSeconds }: AssistantSettings,
  env: Environment,
): Promise<Provider> {
  const endpoint: Omit<Endpoint, 'baseUrl'> = {
    name,
    apiKey: apiKey === undefined ? undefined : await keyOf(name, apiKey, env),
    headers,
    env,
    idleMs: stallSeconds === undefined ? undefined : stallSeconds * 1000,
    retry: retryMinutes === undefined ? undefined : { ...DEFAULT_RETRY, forMs: retryMinutes * 60_000 },
  };
  switch (type) {
    case 'anthropic': {
      const { anthropicProvider } = await import('./anthropic/provider.ts');
      return anthropicProvider({ ...endpoint, baseUrl: baseUrl ?? 'https://api.anthropic.com' });
    }
    case 'openai-chat': {
      const { openAiChatProvider } = await import('./openai-chat/provider.ts');
      return openAiChatProvider({ ...endpoint, baseUrl: baseUrl ?? 'https://api.openai.com/v1' });
    }
    case 'openai-responses': {
      const { openAiResponsesProvider } = await import('./openai-responses/provider.ts');
      return openAiResponsesProvider({ ...endpoint, baseUrl: baseUrl ?? 'https://api.openai.com/v1' });
    }
  }
}

/** Most keys stand in the environment, and need nothing to be loaded. */
async function keyOf(provider: string, written: string, env: Environment): Promise<string> {
  return written.startsWith('$') ? (await import('../keys/read-key.ts')).readKey(provider, written, env) : written;
}

/** What somebody without a key can do next, with what is found on this machine. */
async function noKey(provider: string, model: string, env: Environment): Promise<CommandError> {
  const { findOllama } = await import('./ollama.ts');
  const local = await findOllama(env);
  const [first] = local ?? [];
  const ways = [
    'Set ANTHROPIC_API_KEY (or OPENAI_API_KEY)',
    'or OPENAI_BASE_URL to any OpenAI-compatible server',
    'or a provider in the settings',
  ];
  const ollama = local
    ? worded`, or use the Ollama that runs here: ${parameter('model')} ollama/${first ?? '<model>'}`
    : '';
  return new CommandError('AUTH_REQUIRED', `There is no key for ${model}`, {
    hint: worded`${ways.join(', ')}${ollama}.`,
    details: { provider, model, ...(local ? { ollama: local } : {}) },
  });
}
