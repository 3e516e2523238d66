import { CommandError, didYouMean } from '@helve/command';
import { MODES } from '@helve/policy';
import { type ConversationRequest, type Effort, LANGUAGES } from '@helve/assistant';

export type OutputFormat = 'text' | 'json' | 'stream-json';

/** The command line of print mode. */
export interface PrintFlags extends ConversationRequest {
  readonly prompt: string;
  readonly help: boolean;
  readonly version: boolean;
  readonly outputFormat: OutputFormat;
  readonly inputFormat: 'text' | 'stream-json';
  /** Pieces of an answer too, as they come; with stream-json. */
  readonly partial: boolean;
  readonly jsonSchema?: string | undefined;
  readonly cwd?: string | undefined;
}

interface Flag {
  readonly flag: string;
  readonly short?: string;
  readonly value?: string;
  readonly summary: string;
}

const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const;
const INPUT_FORMATS = ['text', 'stream-json'] as const;
const EFFORTS = ['off', 'low', 'medium', 'high', 'max'] as const satisfies readonly Effort[];

const FLAGS: readonly Flag[] = [
  { flag: 'print', short: 'p', summary: 'Ask, print the answer, end' },
  { flag: 'model', value: 'name', summary: 'A model: an id, sonnet, opus, haiku, or provider/id' },
  { flag: 'effort', value: EFFORTS.join('|'), summary: 'How hard it should think' },
  { flag: 'language', value: Object.keys(LANGUAGES).join('|'), summary: 'The language of its answers' },
  {
    flag: 'output-format',
    value: OUTPUT_FORMATS.join('|'),
    summary: 'The answer, one JSON object, or one for each event',
  },
  {
    flag: 'input-format',
    value: INPUT_FORMATS.join('|'),
    summary: 'What standard input is: text, or messages as JSON lines',
  },
  { flag: 'include-partial-messages', summary: 'With stream-json: pieces of answers as they come' },
  { flag: 'permission-mode', value: MODES.join('|'), summary: 'What it may do; what would have to be asked is denied' },
  { flag: 'allowed-tools', value: 'rules', summary: 'What it may do besides, as Edit or Bash(git *); may be repeated' },
  { flag: 'max-turns', value: 'number', summary: 'How often the model may be asked' },
  { flag: 'max-cost', value: 'dollars', summary: 'What may be spent' },
  { flag: 'json-schema', value: 'schema', summary: 'The answer is JSON that fits this schema, or the file @path' },
  { flag: 'continue', short: 'c', summary: 'Go on with the latest conversation here' },
  { flag: 'resume', short: 'r', value: 'id', summary: 'Go on with this conversation' },
  { flag: 'fork', summary: 'With -c or -r: leave that conversation as it is and go on in a copy' },
  { flag: 'name', value: 'title', summary: 'What the conversation is called' },
  { flag: 'cwd', value: 'folder', summary: 'Folder to work in' },
  { flag: 'home', value: 'folder', summary: 'State folder (default: HELVE_HOME or ~/.helve)' },
  { flag: 'help', short: 'h', summary: 'This list' },
  { flag: 'version', summary: 'The version of helve' },
];

/** Reads the arguments of print mode. Words that no flag takes are the prompt; after `--` all are. */
export function parsePrintFlags(args: readonly string[]): PrintFlags {
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      words.push(...args.slice(index + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg);
      continue;
    }
    const [, name = '', attached] = /^--?([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    const flag = FLAGS.find((known) => (arg.startsWith('--') ? known.flag === name : known.short === name));
    if (!flag) throw unknownFlag(arg, name);
    const value = flag.value === undefined ? '' : (attached ?? args[++index]);
    if (value === undefined) throw wrong(`--${flag.flag} needs a value: ${flag.value}`);
    given.set(flag.flag, [...(given.get(flag.flag) ?? []), value]);
  }
  return toFlags(given, words.join(' '));
}

export function printHelp(): string {
  const rows = FLAGS.map(({ flag, short, value, summary }) => [
    `${short ? `-${short}, ` : ''}--${flag}${value ? ` <${value}>` : ''}`,
    summary,
  ]);
  const lines = rows.map(([left = '', right]) =>
    left.length > 28 ? `  ${left}\n${' '.repeat(32)}${right}` : `  ${left.padEnd(30)}${right}`,
  );
  return `Usage:\n  helve -p "prompt" [flags]\n\nStandard input is added to the prompt.\n\n${lines.join('\n')}\n`;
}

function toFlags(given: ReadonlyMap<string, readonly string[]>, prompt: string): PrintFlags {
  const last = (flag: string) => given.get(flag)?.at(-1);
  const choice = <Choice extends string>(flag: string, choices: readonly Choice[]): Choice | undefined => {
    const value = last(flag);
    const found = choices.find((known) => known === value);
    if (value !== undefined && found === undefined) {
      throw wrong(`--${flag} cannot be ${JSON.stringify(value)}`, `One of: ${choices.join(', ')}.`);
    }
    return found;
  };
  const number = (flag: string, smallest: number, whole: boolean): number | undefined => {
    const value = last(flag);
    if (value === undefined) return undefined;
    const read = value.trim() === '' ? Number.NaN : Number(value);
    if (!(read >= smallest) || (whole && !Number.isSafeInteger(read))) {
      throw wrong(`--${flag} cannot be ${JSON.stringify(value)}`, `Give a number from ${smallest} up.`);
    }
    return read;
  };
  return {
    prompt,
    help: given.has('help'),
    version: given.has('version'),
    outputFormat: choice('output-format', OUTPUT_FORMATS) ?? 'text',
    inputFormat: choice('input-format', INPUT_FORMATS) ?? 'text',
    partial: given.has('include-partial-messages'),
    allowedTools: (given.get('allowed-tools') ?? []).flatMap(splitRules),
    continueLatest: given.has('continue'),
    fork: given.has('fork'),
    model: last('model'),
    effort: choice('effort', EFFORTS),
    language: choice('language', Object.keys(LANGUAGES)),
    permissionMode: choice('permission-mode', MODES),
    maxTurns: number('max-turns', 1, true),
    maxCost: number('max-cost', 0, false),
    jsonSchema: last('json-schema'),
    resume: last('resume'),
    name: last('name'),
    cwd: last('cwd'),
    home: last('home'),
  };
}

/** `Edit,Bash(git log, x)`: at commas outside brackets. */
function splitRules(rules: string): readonly string[] {
  return rules
    .split(/,(?![^(]*\))/)
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');
}

function unknownFlag(arg: string, name: string): CommandError {
  const flags = FLAGS.map(({ flag }) => flag);
  const hint = didYouMean(name, flags, 'See: helve -p --help', { write: (flag) => `--${flag}` });
  return wrong(`Print mode has no ${arg}`, hint);
}

function wrong(message: string, hint = 'See: helve -p --help'): CommandError {
  return new CommandError('INVALID_INPUT', message, { hint });
}
