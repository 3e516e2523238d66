import { CommandError, didYouMean, nearest } from '@helve/command';
import { type CallTemplate, type Manual, splitToolName, type UtcpTool } from './manual-format.ts';
import { type SearchOptions, type Searchable, ToolIndex } from './rank-tools.ts';

/** A manual that is registered. */
export interface RegisteredManual {
  readonly name: string;
  readonly template: CallTemplate;
  readonly manual: Manual;
  /** The manual's template is itself the tool, which answers to any name. */
  readonly only?: UtcpTool | undefined;
}

export interface FoundTool {
  readonly registered: RegisteredManual;
  readonly tool: UtcpTool;
}

/** The manuals that are registered, and their tools by name and by words. */
export class Repository {
  readonly #manuals = new Map<string, RegisteredManual>();
  readonly #tools = new Map<string, FoundTool>();
  #index: ToolIndex<Searchable & FoundTool> | undefined;

  get manuals(): readonly RegisteredManual[] {
    return [...this.#manuals.values()];
  }

  has(manualName: string): boolean {
    return this.#manuals.has(manualName);
  }

  add(registered: RegisteredManual): void {
    const { name, manual } = registered;
    this.#manuals.set(name, registered);
    for (const tool of manual.tools) this.#tools.set(`${name}.${tool.name}`, { registered, tool });
    this.#index = undefined;
  }

  remove(manualName: string): boolean {
    const registered = this.#manuals.get(manualName);
    if (!registered) return false;
    this.#manuals.delete(manualName);
    for (const { name } of registered.manual.tools) this.#tools.delete(`${manualName}.${name}`);
    this.#index = undefined;
    return true;
  }

  /** The tool of a full name. */
  find(fullName: string): FoundTool {
    const found = this.#tools.get(fullName) ?? this.#only(fullName);
    if (found) return found;
    const known = [...this.#tools.keys()];
    const [suggestion] = nearest(fullName, known);
    const names = [...this.#manuals.keys()].join(', ');
    const otherwise = `Tools are called manual.tool; there are the manuals ${names}.`;
    throw new CommandError('NOT_FOUND', `There is no tool ${JSON.stringify(fullName)}`, {
      hint: didYouMean(fullName, known, names === '' ? 'No manual is registered.' : otherwise),
      details: { tool: fullName, ...(suggestion ? { suggestion } : {}) },
    });
  }

  search(query: string, options?: SearchOptions): readonly FoundTool[] {
    this.#index ??= indexOf(this.manuals);
    return this.#index.search(query, options);
  }

  #only(fullName: string): FoundTool | undefined {
    const registered = this.#manuals.get(splitToolName(fullName)[0]);
    return registered?.only && { registered, tool: registered.only };
  }
}

/** The latest index. Making one takes longer than a search, and the manuals of a process seldom change. */
let latest:
  | { readonly manuals: readonly RegisteredManual[]; readonly index: ToolIndex<Searchable & FoundTool> }
  | undefined;

function indexOf(manuals: readonly RegisteredManual[]): ToolIndex<Searchable & FoundTool> {
  const same =
    latest?.manuals.length === manuals.length &&
    latest.manuals.every(
      ({ name, manual }, index) => manuals[index]?.name === name && manuals[index].manual.tools === manual.tools,
    );
  if (latest && same) return latest.index;
  const index = new ToolIndex(
    manuals.flatMap((registered) => registered.manual.tools.map((tool) => searchable(registered, tool))),
  );
  latest = { manuals, index };
  return index;
}

function searchable(registered: RegisteredManual, tool: UtcpTool): Searchable & FoundTool {
  return {
    registered,
    tool,
    name: `${registered.name}.${tool.name}`,
    description: tool.description,
    tags: tool.tags,
    address: pathOf(tool.tool_call_template.url),
  };
}

/** The path of an address: its words say what a request is about. */
function pathOf(url: unknown): string | undefined {
  return typeof url === 'string' ? url.replace(/^\w+:\/\/[^/]*/, '').replace(/[?#].*$/, '') : undefined;
}
