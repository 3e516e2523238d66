import { findOllama, firstRun, type FirstRunQuestion, keepKey, type KeptKey } from '@helve/assistant';
import { toCommandError } from '@helve/command';
import { changeSettings, isObject } from '@helve/settings';
import type { App } from '../app/app.ts';
import type { ConversationChange } from '../host.ts';
import { picker } from '../overlays/picker.ts';
import { type TextQuestion, textQuestion } from '../overlays/text-question.ts';

type Way = 'key' | 'endpoint' | 'ollama' | 'tour' | 'later';

/** Where the user goes from here. */
export interface FirstRunWays {
  readonly open: (wish: ConversationChange) => Promise<void>;
  readonly takeTour: () => Promise<void>;
}

/** Somebody without a model: a key, an endpoint, a model on this machine, a tour, or nothing for now. */
export async function offerFirstRun(app: App, ways: FirstRunWays, asked: boolean): Promise<void> {
  const [local] = (await findOllama(app.host.env)) ?? [];
  const way = await app.show(
    picker<Way>({
      // Some write before the first picture is all there.
      ...(!asked && { isUnasked: true }),
      title: 'helve needs a model. Everything else works without one: /help, ! and helve … lines.',
      options: [
        { label: 'Enter an Anthropic API key', value: 'key' },
        {
          label: 'Use another endpoint',
          detail: 'OpenAI-compatible: OpenAI, vLLM, LM Studio, llama.cpp',
          value: 'endpoint',
        },
        ...(local === undefined
          ? []
          : [{ label: `Use ${local}`, detail: 'from the Ollama that runs here', value: 'ollama' as const }]),
        { label: 'Take the tour', detail: 'two minutes, offline, in a scratch folder', value: 'tour' },
        { label: 'Not now', value: 'later' },
      ],
    }),
  );
  try {
    if (way === 'key' && (await askKey(app))) await ways.open({});
    else if (way === 'endpoint' && (await askEndpoint(app))) await ways.open({});
    else if (way === 'ollama') await ways.open({ model: `ollama/${local}` });
    else if (way === 'tour') await ways.takeTour();
    else app.notice('No model yet. /model <name>, ANTHROPIC_API_KEY or helve tour when you are ready.');
  } catch (thrown) {
    const { message, hint } = toCommandError(thrown);
    app.notice([message, hint].filter(Boolean).join('\n'), 'error');
  }
}

async function askKey(app: App): Promise<boolean> {
  const kept = await firstRun((question) => ask(app, question), app.host);
  if (kept) saidWhere(app, kept.key);
  return kept !== undefined;
}

function saidWhere(app: App, where: KeptKey['where']): void {
  const place = where === 'keyring' ? 'the keyring of this system' : 'a file that only you can read';
  app.notice(`The key is saved in ${place}.`, 'success');
}

function ask(app: App, { message, masked, options, preset, problem }: FirstRunQuestion): Promise<string | undefined> {
  if (!options)
    return app.show(textQuestion({ title: message, masked, ...(problem === undefined ? {} : { problem }) }));
  const selected = Math.max(
    0,
    options.findIndex(({ value }) => value === preset),
  );
  return app.show(picker({ title: message, options, selected }));
}

/** An address, a model and maybe a key. */
async function askEndpoint(app: App): Promise<boolean> {
  const baseUrl = await askAddress(app);
  const model = baseUrl && (await askModel(app));
  const key = model && (await app.show(textQuestion({ title: 'A key, if it needs one', masked: true })));
  if (!baseUrl || !model || key === undefined) return false;
  const kept = key.trim() === '' ? undefined : await keepKey('endpoint', key.trim(), app.host.home);
  await changeSettings('user', app.host, (document) => ({
    ...document,
    model: `endpoint/${model}`,
    providers: {
      ...(isObject(document.providers) ? document.providers : {}),
      endpoint: { type: 'openai-chat', baseUrl, ...(kept ? { apiKey: kept.reference } : {}) },
    },
  }));
  if (kept) saidWhere(app, kept.where);
  const silence = await silenceOf(baseUrl);
  if (silence !== undefined) app.notice(`${baseUrl} is not answering: ${silence}`, 'warning');
  return true;
}

async function askAddress(app: App): Promise<string | undefined> {
  let question: TextQuestion = { title: 'Its address', preset: 'http://127.0.0.1:8080/v1' };
  for (;;) {
    const answer = (await app.show(textQuestion(question)))?.trim();
    if (answer === undefined || isAddress(answer)) return answer;
    question = { ...question, preset: answer, problem: 'Enter a full URL, for example http://127.0.0.1:8080/v1' };
  }
}

async function askModel(app: App): Promise<string | undefined> {
  let question: TextQuestion = { title: 'The model' };
  for (;;) {
    const answer = (await app.show(textQuestion(question)))?.trim();
    if (answer !== '') return answer;
    question = { ...question, problem: 'Enter the name of a model on this endpoint, for example gpt-5-mini' };
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const PATIENCE_MS = 3000;

/** Why nobody is heard at an address; undefined where somebody is, whatever they say. */
async function silenceOf(address: string): Promise<string | undefined> {
  try {
    await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return undefined;
  } catch (thrown) {
    const { cause = thrown } = thrown as { readonly cause?: unknown };
    return cause instanceof Error ? cause.message || cause.name : String(cause);
  }
}
