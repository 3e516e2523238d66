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
  readonly #index = new ToolIndex<Searchable & FoundTool>();

  get manuals(): readonly RegisteredManual[] {
    return [...this.#manuals.values()];
  }

  has(manualName: string): boolean {
    return this.#manuals.has(manualName);
  }

  add(registered: RegisteredManual): void {
    const { name, manual } = registered;
    this.#manuals.set(name, registered);
    for (const tool of manual.tools) {
      const found = { registered, tool };
      this.#tools.set(`${name}.${tool.name}`, found);
      this.#index.add({ ...found, name: `${name}.${tool.name}`, description: tool.description, tags: tool.tags });
    }
  }

  remove(manualName: string): boolean {
    const registered = this.#manuals.get(manualName);
    if (!registered) return false;
    this.#manuals.delete(manualName);
    for (const { name } of registered.manual.tools) this.#tools.delete(`${manualName}.${name}`);
    this.#index.removeAll((item) => item.registered === registered);
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
    return this.#index.search(query, options);
  }

  #only(fullName: string): FoundTool | undefined {
    const registered = this.#manuals.get(splitToolName(fullName)[0]);
    return registered?.only && { registered, tool: registered.only };
  }
}
