import { type ConversationRequest, EFFORTS, LANGUAGES } from '@helve/assistant';
import { choice, flag, integer, text, texts } from '@helve/command';
import { areFlagsOf, defineWord, readWord } from '@helve/command/line';
import { SANDBOX_SETTINGS } from '@helve/policy';
import * as v from 'valibot';

export type OutputFormat = 'text' | 'json' | 'stream-json';

/** The command line of print mode, or of the screen. */
export interface AssistantFlags extends ConversationRequest {
  readonly prompt: string;
  readonly help: boolean;
  readonly version: boolean;
  readonly outputFormat: OutputFormat;
  readonly inputFormat: 'text' | 'stream-json';
  /** Pieces of an answer too, as they come; with stream-json. */
  readonly partial: boolean;
  readonly jsonSchema?: string | undefined;
  /** Whether a turn that changed files fails unless the project's checks passed after the last change. */
  readonly requireVerified?: boolean;
  readonly cwd?: string | undefined;
}

const [language = 'en', ...languages] = Object.keys(LANGUAGES);
const last = { repeats: 'last' } as const;

/** Flags of a conversation, wherever it is shown. */
const CONVERSATION = {
  model: v.optional(text('Model: an id, sonnet, opus, haiku, or provider/id', last)),
  fallbackModel: v.optional(
    texts('Models to use while that one is overloaded or out of order; repeatable', { repeats: 'all' }),
    [],
  ),
  systemPrompt: v.optional(text('What the model is told of its work, in place of our words, or @file', last)),
  appendSystemPrompt: v.optional(text('What the model is told besides, or @file', last)),
  addDir: v.optional(texts('More folders to work in; repeatable', { repeats: 'all' }), []),
  effort: v.optional(choice(EFFORTS, 'How hard the model thinks', last)),
  language: v.optional(choice([language, ...languages], 'Language of the answers', last)),
  allowedTools: v.optional(
    texts('Rules that allow more, such as Edit or Bash(git *); repeatable, also as --allowedTools', {
      repeats: 'all',
      also: ['allowedTools'],
    }),
    [],
  ),
  sandbox: v.optional(
    choice(SANDBOX_SETTINGS, 'Run programs in the sandbox where there is one, only there, or outside of it', last),
  ),
  maxTurns: v.optional(integer('Most requests to the model', { min: 1, ...last })),
  maxCost: v.optional(
    v.pipe(
      v.number(),
      v.check((dollars) => dollars >= 0, 'must be at least 0'),
      v.description('Most US dollars that may be spent'),
      v.metadata({ min: 0, ...last }),
    ),
  ),
  continue: flag('Resume the latest conversation here', { short: 'c', alone: true, ...last }),
  resume: v.optional(text('Resume this conversation, by its id or the start of it', { short: 'r', ...last })),
  fork: flag('With -c or -r: work in a copy of that conversation', { alone: true, ...last }),
  name: v.optional(text('Title of the conversation', last)),
};

type FlagsOfConversation = Pick<
  v.InferOutput<typeof SCREEN_INPUT>,
  'continue' | 'allowedTools' | 'fallbackModel' | 'addDir'
>;

const PLACE = ['cwd', 'home', 'permissionMode'] as const;

export const PRINT = defineWord({
  path: '-p',
  summary: 'Ask the assistant, print its answer and exit. Standard input is added to the prompt',
  words: '"prompt"',
  globals: [...PLACE, 'help', 'version'],
  input: v.object({
    print: flag('Ask, print the answer, exit', { short: 'p', alone: true, ...last }),
    ...CONVERSATION,
    outputFormat: v.optional(
      choice(['text', 'json', 'stream-json'], 'The answer, one JSON object, or one for each event', last),
      'text',
    ),
    inputFormat: v.optional(
      choice(['text', 'stream-json'], 'What standard input is: text, or messages as JSON lines', last),
      'text',
    ),
    includePartialMessages: flag('With stream-json: pieces of answers as they come', { alone: true, ...last }),
    jsonSchema: v.optional(text('Schema that the answer must fit as JSON, or @file', last)),
    requireVerified: flag('Fail unless the checks of the project passed after the last change of a file', {
      alone: true,
      ...last,
    }),
  }),
  examples: [
    'helve -p "Why does npm test fail?" --permission-mode acceptEdits --max-cost 0.50',
    'git diff | helve -p "Review this" --output-format json',
  ],
});

const SCREEN_INPUT = v.object(CONVERSATION);

export const SCREEN = defineWord({
  path: '',
  summary: 'Open the assistant on the screen',
  globals: PLACE,
  input: SCREEN_INPUT,
  examples: ['helve -c', 'helve --model haiku'],
});

/** Whether arguments are flags of the screen and nothing else. */
export function areScreenFlags(args: readonly string[]): boolean {
  return areFlagsOf(SCREEN, args);
}

/** Reads the arguments of print mode. Words that no flag takes are the prompt; after `--` all are. */
export async function readPrintFlags(args: readonly string[]): Promise<AssistantFlags> {
  const { input, words, globals } = await readWord(PRINT, args);
  const { print: _, includePartialMessages: partial, ...rest } = input;
  return {
    ...requestFrom(rest, globals),
    prompt: words.join(' '),
    partial,
  };
}

/** Reads the arguments of the screen. */
export async function readScreenFlags(args: readonly string[]): Promise<AssistantFlags> {
  const { input, globals } = await readWord(SCREEN, args);
  return {
    prompt: '',
    outputFormat: 'text',
    inputFormat: 'text',
    partial: false,
    ...requestFrom(input, globals),
  };
}

/** What flags of a conversation say, in the words of a request. */
function requestFrom<Input extends FlagsOfConversation>(
  { continue: continueLatest, allowedTools, fallbackModel, addDir, ...rest }: Input,
  { cwd, home, permissionMode, help = false, version = false }: Awaited<ReturnType<typeof readWord>>['globals'],
) {
  const given = Object.entries({ cwd, home, permissionMode }).filter(([, value]) => value !== undefined);
  return {
    ...rest,
    ...(Object.fromEntries(given) as Pick<AssistantFlags, 'cwd' | 'home' | 'permissionMode'>),
    help,
    version,
    continueLatest,
    allowedTools: allowedTools.flatMap(splitRules),
    ...(fallbackModel.length === 0 ? {} : { fallbackModels: fallbackModel.flatMap((names) => names.split(',')) }),
    ...(addDir.length === 0 ? {} : { folders: addDir }),
  };
}

/** `Edit,Bash(git log, x)`: at commas outside brackets. */
function splitRules(rules: string): readonly string[] {
  return rules
    .split(/,(?![^(]*\))/)
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');
}
