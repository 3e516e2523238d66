import type { Place } from './caller.ts';
import type { Command } from './command.ts';
import type { Facts } from './context.ts';
import type { CommandError, ErrorReport } from './errors.ts';
import type { Wording } from './wording.ts';

/** A command that was looked up, and how many of the words named it. */
export interface Found {
  readonly command: Command;
  readonly words: number;
}

/** Modules that are there for some callers only, and may be others tomorrow: the tools that were registered. */
export type Guests = (place: Place, isTaken: (name: string) => boolean) => Promise<readonly Module[]>;

/** Every command there is, by its path. A command's file is read when the command is first asked for. */
export class Registry {
  readonly #modules = new Map<string, Module>();
  readonly #absent = new Map<string, Module>();
  readonly #loaded = new Map<CommandLoader, Command>();
  readonly #guests: Guests | undefined;

  constructor(modules: readonly Module[], guests?: Guests) {
    for (const module of modules) (module.problem ? this.#absent : this.#modules).set(module.name, module);
    this.#guests = guests;
  }

  /** The same with the guests of a place. No guest takes the name of a module that is always there. */
  async at(place: Place): Promise<Registry> {
    const isTaken = (name: string) => this.#modules.has(name) || DOOR_NAMES.has(name);
    const guests = (await this.#guests?.(place, isTaken)) ?? [];
    const added = guests.filter(({ name }) => !isTaken(name));
    return added.length === 0 ? this : new Registry([...this.modules, ...added]);
  }

  /** Whether there may be modules besides, for some callers. */
  get takesGuests(): boolean {
    return this.#guests !== undefined;
  }

  get modules(): readonly Module[] {
    return [...this.#modules.values()];
  }

  module(name: string): Module | undefined {
    return this.#modules.get(name);
  }

  /** The command whose path the words begin with; the longest path wins. */
  async find(words: readonly string[]): Promise<Found> {
    return this.findLoaded(words) ?? this.#load(words);
  }

  /** The same for a command that was loaded before, without waiting. */
  findLoaded(words: readonly string[]): Found | undefined {
    const place = this.#place(words);
    const command = place && this.#loaded.get(place.loader);
    return command && { command, words: place.words };
  }

  /** The command at an exact path, alias or not. */
  async get(path: string): Promise<Command> {
    const words = path.split(' ');
    const found = await this.find(words);
    if (found.words !== words.length) throw await this.unknown(words);
    return found.command;
  }

  /** All commands of a module, or of all modules, without aliases, in the order of their lists. */
  async commands(moduleName?: string): Promise<readonly Command[]> {
    const modules = moduleName === undefined ? this.modules : [this.#modules.get(moduleName)];
    const loaders = modules.flatMap((module) =>
      Object.values(module?.actions ?? {}).filter((entry): entry is CommandLoader => typeof entry !== 'string'),
    );
    return Promise.all(loaders.map((loader) => this.#loadFrom(loader)));
  }

  /** The error for words that name no command, with the nearest that do. */
  async unknown(words: readonly string[]): Promise<CommandError> {
    const { unknownCommand } = await import('./unknown-command.ts');
    return unknownCommand(words, this.#modules, this.#absent);
  }

  #place(words: readonly string[]): { readonly loader: CommandLoader; readonly words: number } | undefined {
    const module = this.#modules.get(words[0] ?? '');
    if (!module) return undefined;
    for (let count = Math.min(words.length, LONGEST_PATH); count >= 2; count--) {
      const loader = resolveAction(module, words.slice(1, count).join(' '));
      if (loader) return { loader, words: count };
    }
    return undefined;
  }

  async #load(words: readonly string[]): Promise<Found> {
    const place = this.#place(words);
    if (!place) throw await this.unknown(words);
    return { command: await this.#loadFrom(place.loader), words: place.words };
  }

  async #loadFrom(loader: CommandLoader): Promise<Command> {
    const { command } = await loader();
    this.#loaded.set(loader, command);
    return command;
  }
}

/** First words of a line that mean something without being a module. */
const DOOR_NAMES: ReadonlySet<string> = new Set(['help', 'explain', 'batch', 'completion', 'complete', 'doctor']);

/** Words in the longest path there is: `browser session create`. */
const LONGEST_PATH = 3;

function resolveAction(module: Module, action: string): CommandLoader | undefined {
  // Own properties only: `constructor` and `__proto__` are just names that no module has.
  if (!Object.hasOwn(module.actions, action)) return undefined;
  const entry = module.actions[action];
  return typeof entry === 'string' ? resolveAction(module, entry) : entry;
}

/** What is known of an answer when its envelope is made. */
export type Answered =
  | { readonly ok: true; readonly data: unknown; readonly facts: Facts; readonly warnings: readonly string[] }
  | {
      readonly ok: false;
      readonly error: ErrorReport;
      readonly warnings: readonly string[];
      readonly requestId?: string | undefined;
    };

export type EnvelopeMaker = (answered: Answered) => object;

export type ModelRendering = (data: unknown, facts: Facts) => string;

/** Loads a command's file, so that starting one command reads no other. */
export type CommandLoader = () => Promise<{ readonly command: Command }>;

/** A named group of commands: `fs`, `git`. */
export interface Module {
  readonly name: string;
  readonly summary: string;
  /** For a guest, how its tools are reached: `utcp`, `mcp`. */
  readonly source?: string;
  /** For a guest, what it and its actions are called where they come from: such names cannot always stand on a line. */
  readonly origin?: { readonly name: string; readonly actions: ReadonlyMap<string, string> };
  /** For a guest that cannot be used: why, and what can be done about it. It has no actions. */
  readonly problem?: { readonly message: string; readonly hint?: Wording | undefined };
  /** Sets that tools of its commands are in, besides the one of its name. A server loads no module that has none it offers. */
  readonly sets?: readonly string[];
  /** How the terminal prints answers of its commands as JSON, where a contract gives a form of its own. */
  readonly envelope?: () => Promise<EnvelopeMaker>;
  /** What results of its commands are for a model, where a command does not say; absent: JSON. */
  readonly model?: () => Promise<ModelRendering>;
  /** Actions whose data is printed without an envelope, because a contract says so. */
  readonly bare?: readonly string[];
  /** Action to its command's file, or to the action that it is another name of. */
  readonly actions: Readonly<Record<string, CommandLoader | string>>;
}

export function defineModule(module: Module): Module {
  return module;
}
