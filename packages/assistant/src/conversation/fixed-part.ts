import type { ToolDeclaration } from '../model/provider.ts';
import type { ModelTool } from '../tools/tool.ts';
import type { ConversationOptions } from './options.ts';

export interface Fixed {
  readonly system: string;
  readonly declarations: readonly ToolDeclaration[];
}

/** What stays the same in all requests of a conversation. Made once: so the provider finds it in its cache. */
export class FixedPart {
  readonly #options: Pick<ConversationOptions, 'registry' | 'system' | 'caller'>;
  readonly #tools: readonly ModelTool[];
  #made: Promise<Fixed> | undefined;
  #tokens = { system: 0, tools: 0 };

  constructor(options: Pick<ConversationOptions, 'registry' | 'system' | 'caller'>, tools: readonly ModelTool[]) {
    this.#options = options;
    this.#tools = tools;
  }

  /** How many tokens it takes, about; none before it is made. */
  get tokens(): { readonly system: number; readonly tools: number } {
    return this.#tokens;
  }

  get(): Promise<Fixed> {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** It is made anew for the next request. */
  renew(): void {
    this.#made = undefined;
  }

  async #make(): Promise<Fixed> {
    const { registry, caller, system: makeSystem } = this.#options;
    const [system, declarations] = await Promise.all([
      makeSystem(),
      Promise.all(this.#tools.map((tool) => tool.declare(registry, caller()))),
    ]);
    this.#tokens = { system: system.length / 4, tools: JSON.stringify(declarations).length / 4 };
    return { system, declarations };
  }
}
