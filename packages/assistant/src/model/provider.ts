import type { CommandError } from '@helve/command';
import type { Message } from './message.ts';
import type { Model } from './models.ts';
import type { Usage } from './usage.ts';

/** A tool as a model is told of it. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** How hard a model should think. Providers map these to their own names or to a number of tokens. */
export const EFFORTS = ['off', 'low', 'medium', 'high', 'max'] as const;

/** Absent: the model decides. */
export type Effort = (typeof EFFORTS)[number];

/**
 * What a model is asked. System, tools and earlier messages stay the same from one request of a conversation to the
 * next, so that the provider finds them in its cache.
 */
export interface ModelRequest {
  readonly model: Model;
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  /** They were mended before: calls have results, roles alternate, the last is the user's. */
  readonly messages: readonly Message[];
  readonly effort?: Effort | undefined;
  /** Tokens that the answer may have, where that is less than the model can give. */
  readonly maxOutput?: number | undefined;
  /** The conversation's id, by which a provider may find its cache. */
  readonly conversation?: string | undefined;
  /** The provider may search the web by itself, where it can. */
  readonly webSearch?: boolean;
}

/** A page that the provider found. */
export interface Source {
  readonly title: string;
  readonly url: string;
}

export type StopReason = 'end' | 'toolCalls' | 'maxOutput' | 'contextFull' | 'refusal' | 'pause';

/** What comes while a model answers. `draft.ts` puts it together. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** The thought so far is complete. */
  | { readonly type: 'signature'; readonly signature: string; readonly redacted?: true }
  | { readonly type: 'toolCall'; readonly id: string; readonly name: string }
  /** A piece of the arguments of a call, which are JSON. */
  | { readonly type: 'toolInput'; readonly id: string; readonly json: string }
  /** The provider searched the web, and what it found there or spoke of. */
  | { readonly type: 'searched' }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** Tokens so far; later ones replace earlier ones. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'end'; readonly reason: StopReason }
  /** It failed and is asked again after a wait: what came before counts for nothing. */
  | { readonly type: 'retry'; readonly attempt: number; readonly waitMs: number; readonly error: CommandError };

export interface StreamOptions {
  readonly signal: AbortSignal;
}

/** Whatever answers as a model does. Fails with a CommandError only. */
export interface Provider {
  /** `anthropic`, `openai`, or as settings call it. */
  readonly name: string;
  /** Whether it can search the web by itself. */
  readonly searches?: boolean;
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent>;
}
