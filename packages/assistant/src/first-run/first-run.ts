import { changeSettings, isObject, type JsonObject } from '@helve/settings';
import { LANGUAGES } from '../context/system-prompt.ts';
import { keepKey } from '../keys/keep-key.ts';
import type { AssistantSettings } from '../settings/settings.ts';

export interface FirstRunQuestion {
  readonly name: 'apiKey' | 'language';
  readonly message: string;
  /** What is typed must not be seen. */
  readonly masked: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What an empty answer means. */
  readonly preset?: string;
  /** What was wrong with the answer before. */
  readonly problem?: string;
}

/** Puts a question to the user; undefined where they would rather not go on. */
export type AskFirst = (question: FirstRunQuestion) => Promise<string | undefined>;

export interface FirstRunPlace {
  readonly cwd: string;
  readonly home: string;
  readonly now: () => number;
}

export interface FirstRunResult {
  readonly file: string;
  /** Where the key is kept. */
  readonly key: 'keyring' | 'file';
  readonly language: string;
}

/** Whether nothing says yet who should answer. */
export function needsFirstRun(
  { model, providers, apiKeyHelper }: AssistantSettings,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const { ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL } = env;
  const said = ANTHROPIC_API_KEY || OPENAI_API_KEY || OPENAI_BASE_URL || apiKeyHelper;
  return !said && Object.keys(providers).length === 0 && !model?.includes('/');
}

/** Asks for a key and a language, and keeps them. Nothing is changed when the user does not go on. */
export async function firstRun(ask: AskFirst, place: FirstRunPlace): Promise<FirstRunResult | undefined> {
  const key = await askUntil(ask, 'Your Anthropic API key', (answer) =>
    /^\S{8,}$/.test(answer) ? undefined : 'Enter an API key, for example sk-ant-…',
  );
  if (key === undefined) return undefined;
  const options = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  const answer = await ask({ name: 'language', message: 'Response language', masked: false, options, preset: 'en' });
  if (answer === undefined) return undefined;
  const language = options.find(({ value }) => value === answer.trim())?.value ?? 'en';
  const kept = await keepKey('anthropic', key, place.home);
  const { file } = await changeSettings('user', place, (document) => ({
    ...document,
    providers: { ...(isObject(document.providers) ? document.providers : {}), anthropic: anthropic(kept.reference) },
    language,
  }));
  return { file, key: kept.where, language };
}

async function askUntil(
  ask: AskFirst,
  message: string,
  check: (answer: string) => string | undefined,
): Promise<string | undefined> {
  let problem: string | undefined;
  for (;;) {
    const answer = await ask({ name: 'apiKey', message, masked: true, ...(problem === undefined ? {} : { problem }) });
    if (answer === undefined) return undefined;
    problem = check(answer.trim());
    if (problem === undefined) return answer.trim();
  }
}

function anthropic(apiKey: string): JsonObject {
  return { type: 'anthropic', apiKey };
}
