/** The models we know, what they can do and what they cost. Settings may add to them and change them. */

/** US dollars: for a million tokens, and for each search that the provider does by itself. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly search: number;
}

/** `adaptive`: the model decides how long it thinks; `budget`: it is given a number of tokens for it. */
export type Thinking = 'adaptive' | 'budget' | 'none';

export interface Model {
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  /** Tokens that a request and its answer may have together. */
  readonly window: number;
  /** Tokens that one answer may have. */
  readonly maxOutput: number;
  /** The user said so: servers that need not be told are told too. */
  readonly limitsOutput?: boolean;
  readonly prices?: Prices;
  readonly images: boolean;
  readonly documents: boolean;
  readonly thinking: Thinking;
}

const CLAUDE = { images: true, documents: true } as const;
const GPT = { images: true, documents: false, thinking: 'adaptive' } as const;
const MILLION = 1_000_000;

/** What is asked for a search by all of those who offer one, and assumed where nobody says otherwise. */
const SEARCH = 0.01;

/** Prices of Claude: what is written to the cache costs a quarter more, what is read from it a tenth. */
function claudePrices(input: number, output: number): Prices {
  return { input, output, cacheRead: input / 10, cacheWrite: input * 1.25, search: SEARCH };
}

/** OpenAI asks nothing for writing to its cache. */
function openAiPrices(input: number, output: number): Prices {
  return { input, output, cacheRead: input / 10, cacheWrite: input, search: SEARCH };
}

function claude(
  id: string,
  name: string,
  thousands: readonly [window: number, maxOutput: number],
  prices: readonly [input: number, output: number],
  thinking: Thinking = 'adaptive',
): Model {
  const [window, maxOutput] = thousands;
  return {
    ...CLAUDE,
    id,
    name,
    window: window * 1000,
    maxOutput: maxOutput * 1000,
    prices: claudePrices(...prices),
    thinking,
  };
}

export const MODELS: readonly Model[] = [
  claude('claude-fable-5-1', 'Claude Fable 5.1', [1000, 128], [10, 50]),
  claude('claude-opus-5-5', 'Claude Opus 5.5', [1000, 128], [4, 20]),
  claude('claude-sonnet-5-5', 'Claude Sonnet 5.5', [1000, 128], [2, 10]),
  claude('claude-opus-5', 'Claude Opus 5', [1000, 128], [5, 25]),
  claude('claude-sonnet-5', 'Claude Sonnet 5', [1000, 128], [2, 10]),
  claude('claude-opus-4-6', 'Claude Opus 4.6', [1000, 128], [5, 25]),
  claude('claude-sonnet-4-6', 'Claude Sonnet 4.6', [1000, 64], [3, 15]),
  claude('claude-haiku-4-5', 'Claude Haiku 4.5', [200, 64], [1, 5], 'budget'),
  claude('claude-opus-4-5', 'Claude Opus 4.5', [200, 64], [5, 25], 'budget'),
  claude('claude-sonnet-4-5', 'Claude Sonnet 4.5', [200, 64], [3, 15], 'budget'),
  { ...GPT, id: 'gpt-5.2', name: 'GPT-5.2', window: 400_000, maxOutput: 128_000, prices: openAiPrices(1.75, 14) },
  { ...GPT, id: 'gpt-5.1', name: 'GPT-5.1', window: 400_000, maxOutput: 128_000, prices: openAiPrices(1.25, 10) },
  { ...GPT, id: 'gpt-5-mini', name: 'GPT-5 mini', window: 400_000, maxOutput: 128_000, prices: openAiPrices(0.25, 2) },
  {
    ...GPT,
    id: 'gpt-4.1',
    name: 'GPT-4.1',
    window: MILLION,
    maxOutput: 32_768,
    prices: { ...openAiPrices(2, 8), cacheRead: 0.5 },
    thinking: 'none',
  },
];

export const DEFAULT_MODEL = 'claude-sonnet-5-5';

/** Short names that people type. */
export const MODEL_ALIASES: Readonly<Record<string, string>> = {
  fable: 'claude-fable-5-1',
  opus: 'claude-opus-5-5',
  sonnet: 'claude-sonnet-5-5',
  haiku: 'claude-haiku-4-5',
};

/** What is assumed of a model that nobody described: little enough to hold for nearly all. */
const UNKNOWN = { window: 128_000, maxOutput: 8_192, images: false, documents: false, thinking: 'none' } as const;

type Abilities = Pick<Model, 'window' | 'maxOutput' | 'images' | 'documents' | 'thinking'>;

/** What holds for all current models of a family, and so most likely for its next ones. Their prices are not known. */
const FAMILIES: readonly (readonly [name: RegExp, abilities: Abilities])[] = [
  [/^claude-/, { window: 200_000, maxOutput: 64_000, images: true, documents: true, thinking: 'adaptive' }],
  [
    /^gpt-(?:[5-9]|\d\d)/,
    { window: 400_000, maxOutput: 128_000, images: true, documents: false, thinking: 'adaptive' },
  ],
  [/^o\d/, { window: 200_000, maxOutput: 100_000, images: true, documents: false, thinking: 'adaptive' }],
  [/^gemini-/, { window: 1_000_000, maxOutput: 65_536, images: true, documents: false, thinking: 'none' }],
  [/^(?:qwen3|deepseek|glm|kimi|minimax|gpt-oss)/i, { ...UNKNOWN, maxOutput: 32_768 }],
];

/** What is assumed of a model by its name, which may stand behind that of its maker. */
function assumedOf(id: string): Abilities {
  const name = id.slice(id.lastIndexOf('/') + 1);
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? UNKNOWN;
}

/** What settings may say of a model. */
export type ModelSettings = Partial<Omit<Model, 'id' | 'prices' | 'limitsOutput'>> & {
  readonly prices?: Partial<Prices>;
};

/** The model of an id; a dated form as claude-haiku-4-5-20251001 is that of its family. */
export function findModel(id: string, described: ModelSettings = {}): Model {
  const known = MODELS.find((model) => model.id === id || datedForm(id) === model.id);
  const base: Model = known ? { ...known, id } : { ...assumedOf(id), id, name: id };
  const { prices, ...rest } = described;
  return {
    ...base,
    ...rest,
    ...(rest.maxOutput === undefined ? {} : { limitsOutput: true }),
    ...(prices ? { prices: completePrices(prices, base.prices) } : {}),
  };
}

/** The least that an answer is given, and what of a window is kept free because requests are only estimated. */
const LEAST_OUTPUT = 1_024;
const MARGIN = 0.02;

/** Tokens that an answer may have when a request takes `used` of the window. */
export function outputRoom({ window, maxOutput }: Pick<Model, 'window' | 'maxOutput'>, used: number): number {
  const left = Math.floor(window * (1 - MARGIN) - used);
  return Math.min(maxOutput, Math.max(LEAST_OUTPUT, left));
}

function datedForm(id: string): string {
  return id.replace(/-\d{8}$/, '').replace(/-\d{4}-\d{2}-\d{2}$/, '');
}

function completePrices(given: Partial<Prices>, known: Prices | undefined): Prices {
  const input = given.input ?? known?.input ?? 0;
  return {
    input,
    output: given.output ?? known?.output ?? 0,
    cacheRead: given.cacheRead ?? known?.cacheRead ?? input,
    cacheWrite: given.cacheWrite ?? known?.cacheWrite ?? input,
    search: given.search ?? known?.search ?? SEARCH,
  };
}
