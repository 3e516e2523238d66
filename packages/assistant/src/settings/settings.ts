import { join } from 'node:path';
import { isOwn, type JsonObject, type Layer, readDocument } from '@helve/settings';
import * as v from 'valibot';
import { readHooks } from '../hooks/hook-settings.ts';
import { EFFORTS } from '../model/provider.ts';
import { VerifySettings } from '../verify/settings.ts';
import { WEB_SETTINGS } from './web.ts';
import { settingsIssue } from './issue.ts';

const Prices = v.partial(
  v.strictObject({
    input: v.number(),
    output: v.number(),
    cacheRead: v.number(),
    cacheWrite: v.number(),
    search: v.number(),
  }),
);

const Model = v.partial(
  v.strictObject({
    name: v.string(),
    window: v.number(),
    maxOutput: v.number(),
    prices: Prices,
    images: v.boolean(),
    documents: v.boolean(),
    thinking: v.picklist(['adaptive', 'budget', 'none']),
  }),
);

/** A file that describes models, for those who keep their list up to date in one place. */
const ModelFile = v.strictObject({
  $schema: v.optional(v.string()),
  models: v.optional(v.record(v.string(), Model), {}),
  /** Short names, by which people call models. */
  aliases: v.optional(v.record(v.string(), v.string()), {}),
});

const Provider = v.strictObject({
  type: v.picklist(['anthropic', 'openai-chat', 'openai-responses']),
  baseUrl: v.optional(v.pipe(v.string(), v.url('must be an address such as https://example.com/v1'))),
  /** The key, or where it is: `$ENV:NAME`, `$KEYRING:NAME`, `$FILE:PATH`. */
  apiKey: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string())),
});

const Settings = v.object({
  model: v.optional(v.string()),
  /** How hard models think, where no flag says otherwise. */
  effort: v.optional(v.picklist(EFFORTS)),
  /** Models to use while the chosen one is overloaded or out of order. */
  fallbackModels: v.optional(v.array(v.string())),
  /** How answers are written: the name of an output style. */
  outputStyle: v.optional(v.string()),
  language: v.optional(v.picklist(['en', 'ko', 'ja', 'zh'])),
  providers: v.optional(v.record(v.string(), Provider), {}),
  /** What is known of models, by their ids: more of ours, or of others. */
  models: v.optional(v.record(v.string(), Model), {}),
  /** How full the window gets, from 0 to 1, before a conversation is compacted; false: only when the user says so. */
  compactAt: v.optional(v.union([v.literal(false), v.pipe(v.number(), v.minValue(0.05), v.maxValue(1))])),
  /** Whether the user is asked before a conversation is compacted. */
  askBeforeCompact: v.optional(v.boolean()),
  /** Modules whose commands the model is offered as tools from the start; `all` for every one. */
  offerTools: v.optional(v.array(v.string())),
  /** The project's checks, and what happens when they did not run. */
  verify: v.optional(VerifySettings),
  /** Whether the model is offered Script, which runs JavaScript that calls commands. */
  codeMode: v.optional(v.boolean()),
  ...WEB_SETTINGS,
  /** For how many minutes an overloaded provider is asked again. */
  retryMinutes: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Seconds of silence after which an answer counts as lost and is asked for again. */
  stallSeconds: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** MCP servers may ask the model this much in a conversation; absent: not at all. */
  mcpSampling: v.optional(
    v.strictObject({
      maxCost: v.optional(v.pipe(v.number(), v.minValue(0)), 0.1),
      maxRequests: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 10),
    }),
  ),
  /** A command that prints the key of Anthropic. */
  apiKeyHelper: v.optional(v.string()),
});

/** What settings say about models and how to reach them. */
export type AssistantSettings = v.InferOutput<typeof Settings> & {
  /** The providers that the user's own settings describe: their keys of elsewhere may go there. */
  readonly ownProviders?: ReadonlySet<string>;
  /** Short names of models besides our own. */
  readonly aliases?: Readonly<Record<string, string>>;
};
export type ProviderSettings = v.InferOutput<typeof Provider>;
export type ModelFileContent = Pick<v.InferOutput<typeof ModelFile>, 'models' | 'aliases'>;

/** Reads `models.json` of the state folder, which adds to the models that helve knows and changes them. */
export function readModelFile(home: string): ModelFileContent {
  const file = join(home, 'models.json');
  const document = readDocument(file);
  if (!document) return { models: {}, aliases: {} };
  const result = v.safeParse(ModelFile, document);
  if (result.success) return result.output;
  throw settingsIssue(result.issues[0], ModelFile, file);
}

/** What another program's settings say that means the same here. */
const SHARED_KEYS = ['model', 'apiKeyHelper', 'outputStyle'];

/**
 * Reads the assistant's part of all files. A later file overrules an earlier one; of `providers` and `models` entry by
 * entry, each as a whole, so that no file sends the key of another to an address of its own.
 */
export function readAssistantSettings(layers: readonly Layer[], home?: string): AssistantSettings {
  const listed = home === undefined ? undefined : readModelFile(home);
  const read = layers.map((layer) => parseSettings(layer.foreign ? shared(layer) : layer.document, layer.file));
  return {
    ...(Object.assign({}, ...read) as AssistantSettings),
    providers: Object.assign({}, ...read.map(({ providers }) => providers)) as AssistantSettings['providers'],
    models: Object.assign({}, listed?.models, ...read.map(({ models }) => models)) as AssistantSettings['models'],
    ...(listed ? { aliases: listed.aliases } : {}),
    ownProviders: ownProviders(layers, read),
  };
}

/** Of two files that describe one, the later counts. */
function ownProviders(layers: readonly Layer[], read: readonly AssistantSettings[]): ReadonlySet<string> {
  const own = new Map(
    read.flatMap(({ providers }, index) =>
      Object.keys(providers).map((name) => [name, isOwn(layers[index]?.scope ?? 'project')] as const),
    ),
  );
  return new Set([...own].flatMap(([name, isOwn]) => (isOwn ? [name] : [])));
}

/** Which model the user asks in the other program says nothing about the one here: the keys may be for another provider. */
function shared({ scope, document }: Layer): JsonObject {
  const keys = scope === 'user' ? SHARED_KEYS.filter((key) => key !== 'model') : SHARED_KEYS;
  return Object.fromEntries(Object.entries(document).filter(([key]) => keys.includes(key)));
}

/** Throws where the assistant's part of a file is not in order. */
export function checkAssistantSettings(document: JsonObject, file: string): void {
  parseSettings(document, file);
  readHooks([{ scope: 'user', file, foreign: false, document }]);
}

/** What is wrong in a file is an error, never passed over. */
function parseSettings(document: JsonObject, file: string): AssistantSettings {
  const result = v.safeParse(Settings, document);
  if (result.success) return result.output;
  throw settingsIssue(result.issues[0], Settings, file);
}
