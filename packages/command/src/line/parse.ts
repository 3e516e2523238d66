import type { Place } from '../caller.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../errors.ts';
import { parametersOf } from '../input.ts';
import type { Found, Registry } from '../registry.ts';
import { ArgumentReader, fromArguments } from './arguments.ts';
import type { Source } from './values.ts';
import { explained } from './flag-mistake.ts';
import type { Globals } from './globals.ts';
import { isPrefix, type Token, type TokenizedLine } from './token.ts';

/** A command as it was written: what to run, with what, and what was odd about it. */
export interface Invocation {
  readonly kind: 'command';
  readonly command: Command;
  readonly input: Readonly<Record<string, unknown>>;
  /** Values still to be read from a file or from standard input. */
  readonly sources: readonly Source[];
  readonly globals: Globals;
  readonly warnings: readonly string[];
}

/** A request to be told about commands instead of running one. */
export interface HelpRequest {
  readonly kind: 'help';
  /** Words after `help`, or what stood before `--help`. Empty: the overview. */
  readonly topic: readonly string[];
  /** Where the topic is to be looked up. */
  readonly registry: Registry;
  readonly globals: Globals;
}

/** A request to say how the rest of the line would be understood. */
export interface ExplainRequest {
  readonly kind: 'explain';
  readonly line: TokenizedLine;
  readonly globals: Globals;
}

/** A word that a door handles by itself, such as `batch`. */
export interface DoorRequest {
  readonly kind: 'door';
  readonly word: string;
  readonly rest: readonly Token[];
  readonly globals: Globals;
}

export type Parsed = Invocation | HelpRequest | ExplainRequest | DoorRequest;

/** Where the caller stands, given what the line itself says of that. Asked only for a word that is no module of ours. */
export type FindPlace = (said: Pick<Globals, 'cwd' | 'home'>) => Place | Promise<Place>;

/** Reads a line such as `helve fs read --path x`. The prefix may be absent. */
export async function parseLine(registry: Registry, line: string, findPlace?: FindPlace): Promise<Parsed> {
  return parse(registry, await split(line), [], findPlace);
}

/** Loaded when needed: the arguments of a process are words already. */
async function split(line: string): Promise<TokenizedLine> {
  return (await import('./tokenize.ts')).tokenize(line);
}

/** Reads the arguments of a process; `doorWords` are first words that the door handles by itself. */
export async function parseArguments(
  registry: Registry,
  args: readonly string[],
  doorWords: readonly string[] = [],
  findPlace?: FindPlace,
): Promise<Parsed> {
  return parse(registry, fromArguments(args), doorWords, findPlace);
}

/** Reads words that were split before. */
export async function parse(
  known: Registry,
  line: TokenizedLine,
  doorWords: readonly string[] = [],
  findPlace?: FindPlace,
  /** How many mistakes of the line were corrected before. */
  corrections = 0,
): Promise<Parsed> {
  const first = line.tokens[0];
  const prefixed = first !== undefined && !first.quoted && isPrefix(first.text);
  const from = prefixed ? 1 : 0;
  const ahead = new ArgumentReader(line, from);

  ahead.readWords();
  const words = ahead.words.map((token) => token.text);
  const [word = ''] = words;
  const [verb] = ahead.words;
  const rest = verb ? line.tokens.slice(line.tokens.indexOf(verb) + 1) : [];
  // A module may have the name of a door: with an action it is meant, alone the door is.
  const isDoor = doorWords.includes(word) && !(words.length > 1 && known.module(word));
  if (isDoor && !ahead.globals.help) return { kind: 'door', word, rest, globals: ahead.globals };
  const [next] = rest;
  if (word === 'explain' && (!next || (!next.quoted && /^(?:--help|-h)$/.test(next.text)))) {
    return { kind: 'help', topic: ['explain'], registry: known, globals: ahead.globals };
  }
  if (word === 'explain') return { kind: 'explain', line: await lineToExplain(line, rest), globals: ahead.globals };
  if (word === 'permissions' && words[1] === 'explain') {
    return { kind: 'explain', line: await lineToExplain(line, rest.slice(1)), globals: ahead.globals };
  }
  if (words.length === 0 && !ahead.atEnd) throw await explained(ahead.strayFlag());
  const wantsHelp = word === 'help' || words.length === 0 || ahead.globals.help === true;
  const registry = known.module(word) || !findPlace ? known : await registryAt(known, findPlace, line, wantsHelp);
  if (word === 'help') {
    // Some words of the terminal look like flags: `help -p`.
    const topic = words.length === 1 && next && !ahead.atEnd ? [next.text] : words.slice(1);
    return { kind: 'help', topic, registry, globals: ahead.globals };
  }
  if (words.length === 0 || (words.length === 1 && ahead.atEnd && registry.module(word))) {
    return { kind: 'help', topic: words, registry, globals: ahead.globals };
  }
  if (ahead.globals.help) return { kind: 'help', topic: words, registry, globals: ahead.globals };

  if (words.length === 1 && !ahead.atEnd && registry.module(word)) throw await explained(ahead.strayFlag(word));
  const found = registry.findLoaded(words) ?? (await registry.find(words));
  try {
    return await readCommand(line, from, found, registry);
  } catch (thrown) {
    const error = await explained(thrown);
    if (!(error instanceof CommandError)) throw error;
    const { checkCorrection } = await import('./check-correction.ts');
    const checked = await checkCorrection(error, line, corrections, (other) =>
      parse(known, other, doorWords, findPlace, corrections + 1),
    );
    commands.set(checked, found.command);
    throw checked;
  }
}

/** With the guests of the place. Help must work where its settings are broken: then only our own modules are known. */
async function registryAt(
  known: Registry,
  findPlace: FindPlace,
  line: TokenizedLine,
  wantsHelp: boolean,
): Promise<Registry> {
  try {
    return await known.at(await findPlace(said(line)));
  } catch (thrown) {
    if (wantsHelp && thrown instanceof CommandError && thrown.code === 'INVALID_SETTINGS') return known;
    throw thrown;
  }
}

/** The command that a line named which was not understood further. */
export function commandOf(thrown: unknown): Command | undefined {
  return thrown instanceof CommandError ? commands.get(thrown) : undefined;
}

const commands = new WeakMap<CommandError, Command>();

async function readCommand(line: TokenizedLine, from: number, found: Found, registry: Registry): Promise<Parsed> {
  // A flag behind the command is its own, if it has one of that name, and only then one of all commands.
  const reader = new ArgumentReader(line, from);
  reader.readWords(found.words);
  reader.readFlags(found.command);
  if (reader.globals.help) {
    return { kind: 'help', topic: found.command.path.split(' '), registry, globals: reader.globals };
  }
  const positionals = reader.words.slice(found.words);
  const missing = parametersOf(found.command).filter((parameter) => parameter.required && !reader.has(parameter));
  if (missing.length > 0) {
    const { missingParameters } = await import('./missing-parameters.ts');
    throw missingParameters(found.command, missing, positionals, line);
  }
  return {
    kind: 'command',
    command: found.command,
    input: reader.input,
    sources: reader.sources,
    globals: reader.globals,
    warnings: [...line.warnings, ...positionals.map(ignored)],
  };
}

/** What a line says of where its caller stands, before it is known which flags its command has. No command has these. */
function said({ tokens }: TokenizedLine): Pick<Globals, 'cwd' | 'home'> {
  const valueOf = (flag: string) => {
    const index = tokens.findIndex(({ text }) => text === flag || text.startsWith(`${flag}=`));
    const token = tokens[index];
    return token?.text === flag ? tokens[index + 1]?.text : token?.text.slice(flag.length + 1);
  };
  const [cwd, home] = [valueOf('--cwd'), valueOf('--home')];
  return { ...(cwd === undefined ? {} : { cwd }), ...(home === undefined ? {} : { home }) };
}

/** What stands after `explain`: the rest of the words, or one word that holds a whole line. */
async function lineToExplain(line: TokenizedLine, rest: readonly Token[]): Promise<TokenizedLine> {
  const [first, second] = rest;
  if (first && second === undefined && /\s/.test(first.text)) return split(first.text);
  return { ...line, tokens: rest };
}

function ignored(token: Token): string {
  return `${token.raw} was ignored: values are given with named flags`;
}
