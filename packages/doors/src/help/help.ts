import { type Command, type Module, type Parameter, parametersOf, type Registry } from '@helve/command';
import { greatestEffect } from '@helve/command/host';
import { GLOBAL_PARAMETERS, type WordDeclaration } from '@helve/command/line';

/** A word of the terminal that is no command of the registry. The one without a name is what the program does alone. */
export interface DoorWord {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** The words that it takes after it, where there are only some. */
  readonly choices?: readonly string[];
  /** Its flags, where it has some. */
  readonly declaration?: () => Promise<WordDeclaration>;
}

/** Words of every terminal. */
export const DOOR_WORDS: readonly DoorWord[] = [
  { name: 'help', usage: 'help [module] [action]', summary: 'Show help for a module or command' },
  {
    name: 'explain',
    usage: 'explain <line>',
    summary: 'Show how a line is read and what the policy decides, without running it',
  },
  {
    name: 'batch',
    usage: 'batch [--keep-going]',
    summary: 'Run the lines of standard input, one JSON line of output each',
    declaration: async () => (await import('../batch.ts')).BATCH,
  },
  {
    name: 'mcp',
    usage: 'mcp [--tools cli,text,git,all|line] [--http [--port N]]',
    summary: 'Offer commands as tools to an MCP client, on standard input and output or on 127.0.0.1',
    declaration: async () => (await import('../mcp/options.ts')).MCP,
  },
  {
    name: 'completion',
    usage: 'completion bash|zsh|fish|powershell',
    summary: 'Print a script that completes commands and flags in your shell',
    choices: ['bash', 'zsh', 'fish', 'powershell'],
  },
];

/** Help as text: the overview, a module, or one command. Throws for a topic that does not exist. */
export async function renderHelp(
  registry: Registry,
  topic: readonly string[],
  doorWords: readonly DoorWord[] = [],
): Promise<string> {
  const [moduleName, ...action] = topic;
  if (moduleName === undefined) return renderOverview(registry, doorWords);
  const module = registry.module(moduleName);
  const word = doorWords.find(({ name }) => name === moduleName);
  const own = word && (await renderWord(word));
  if (!module) {
    if (own !== undefined) return own;
    throw await registry.unknown(topic);
  }
  if (action.length === 0) {
    const actions = renderModule(module, await registry.commands(moduleName));
    // A word of the terminal may also be a module: `mcp` alone offers tools, and with an action uses those of others.
    return own === undefined ? actions : `${own}\n${actions}`;
  }
  const group = (await registry.commands(moduleName)).filter(({ path }) => path.startsWith(`${topic.join(' ')} `));
  if (group.length > 0) return renderModule(module, group);
  return renderCommand(await registry.get(topic.join(' ')), module);
}

async function renderOverview(registry: Registry, doorWords: readonly DoorWord[]): Promise<string> {
  const names = registry.modules.map(({ name, summary }) => [name, summary] as const);
  const words = doorWords.filter(({ name }) => name !== '').map(({ usage, summary }) => [usage, summary] as const);
  const alone = doorWords.find(({ name }) => name === '');
  const flags = await alone?.declaration?.();
  return [
    'helve: hands for an AI agent, as commands\n',
    `Usage:\n${alone ? `  helve ${alone.usage}\n      ${alone.summary}\n` : ''}  helve <module> <action> [--flag value ...]\n`,
    `Modules:\n${table(names)}\n`,
    ...(words.length > 0 ? [`Also:\n${table(words)}\n`] : []),
    ...(flags ? [`Flags of helve alone:\n${table(parametersOf(flags).map(flagRow))}\n`] : []),
    `Flags for every command:\n${table(GLOBAL_PARAMETERS.map(flagRow))}\n`,
    `Long values:\n${table(LONG_VALUES)}\n`,
    `Exit codes:\n${table(EXIT_CODES)}\n`,
    'More: helve help <module>, helve help <module> <action>\n',
  ].join('\n');
}

const LONG_VALUES = [
  ['--content @file', 'Read the value from a file'],
  ['--content -', 'Read the value from standard input'],
  ['--content @@text', 'A value that starts with @: here @text'],
] as const;

const EXIT_CODES = [
  ['0', 'Success'],
  ['1', 'The command failed, or the program that it ran (terminal exec, terminal watch)'],
  ['2', 'Wrong usage or configuration, or the service failed'],
  ['130', 'Interrupted'],
] as const;

function renderModule(module: Module, commands: readonly Command[]): string {
  const rows = commands.map((command) => [command.path, command.summary] as const);
  const aliases = Object.entries(module.actions).flatMap(([name, entry]) =>
    typeof entry === 'string' ? [[`${module.name} ${name}`, `Same as ${module.name} ${entry}`] as const] : [],
  );
  return [
    `${module.name}: ${module.summary}\n`,
    `Usage:\n  helve ${module.name} <action> [--flag value ...]\n`,
    `Commands:\n${table(rows)}\n`,
    ...(aliases.length > 0 ? [`Other names:\n${table(aliases)}\n`] : []),
    `More: helve help ${module.name} <action>\n`,
  ].join('\n');
}

function renderCommand(command: Command, module: Module): string {
  const parameters = parametersOf(command);
  const aliases = Object.keys(module.actions).filter(
    (name) => module.actions[name] === command.path.slice(module.name.length + 1),
  );
  return [
    `${command.path}: ${command.summary}\n`,
    `Usage:\n  ${usageLine(command)}\n`,
    ...(parameters.length > 0 ? [`Flags:\n${table(parameters.map(flagRow))}\n`] : []),
    `Examples:\n${command.examples.map((example) => `  ${example}`).join('\n')}\n`,
    ...(aliases.length > 0 ? [`Also known as: ${aliases.map((name) => `${module.name} ${name}`).join(', ')}\n`] : []),
    `Effect: ${greatestEffect(command)}\n`,
  ].join('\n');
}

async function renderWord({ usage, summary, declaration }: DoorWord): Promise<string> {
  const declared = await declaration?.();
  return declared ? renderDeclaration(declared) : `${summary}\n\nUsage:\n  helve ${usage}\n`;
}

/** Help for a word with flags of its own. */
export function renderDeclaration(word: WordDeclaration): string {
  return [
    `${word.summary}\n`,
    `Usage:\n  helve ${[word.path, word.words, '[flags]'].filter(Boolean).join(' ')}\n`,
    `Flags:\n${table(parametersOf(word).map(flagRow))}\n`,
    `Examples:\n${word.examples.map((example) => `  ${example}`).join('\n')}\n`,
  ].join('\n');
}

/** `helve fs list [--path <text>] [--recursive | --no-recursive]` */
export function usageLine(command: Command): string {
  return [`helve ${command.path}`, ...parametersOf(command).map(usageOf)].join(' ');
}

function usageOf(parameter: Parameter): string {
  if (parameter.type === 'boolean')
    return parameter.default === true ? `[--no-${parameter.flag}]` : `[--${parameter.flag}]`;
  const usage = `--${parameter.flag} <${valueName(parameter)}>`;
  return parameter.required ? usage : `[${usage}]`;
}

/** What kind of value a flag takes, in one word. */
export function valueName(parameter: Parameter): string {
  if (parameter.options) return parameter.options.join('|');
  if (parameter.access) return parameter.list ? 'paths' : 'path';
  if (parameter.list) return 'list';
  return { string: 'text', number: 'number', boolean: 'true|false', choice: 'word', json: 'json' }[parameter.type];
}

function flagRow(parameter: Parameter): readonly [string, string] {
  const name = parameter.short ? `-${parameter.short}, --${parameter.flag}` : `--${parameter.flag}`;
  const value = parameter.type === 'boolean' ? '' : ` <${valueName(parameter)}>`;
  const notes = [
    parameter.required ? 'required' : undefined,
    parameter.default === undefined || parameter.default === false
      ? undefined
      : `default ${JSON.stringify(parameter.default)}`,
    parameter.min === undefined ? undefined : `from ${parameter.min}`,
    parameter.large ? '@file and - read it from a file or stdin; @@ is a literal @' : undefined,
    parameter.stdinFlag ? `--${parameter.stdinFlag} is the same as -` : undefined,
    parameter.also?.length ? `also --${parameter.also.join(', --')}` : undefined,
  ].filter((note) => note !== undefined);
  return [name + value, parameter.description + (notes.length > 0 ? ` (${notes.join('; ')})` : '')];
}

const WIDEST_FIRST_COLUMN = 34;

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(WIDEST_FIRST_COLUMN, Math.max(...rows.map(([first]) => first.length)));
  return rows
    .map(([first, second]) =>
      first.length > width ? `  ${first}\n  ${' '.repeat(width)}  ${second}` : `  ${first.padEnd(width)}  ${second}`,
    )
    .join('\n');
}
