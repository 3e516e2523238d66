import type { Source } from '../model/provider.ts';
import type { Usage } from '../model/usage.ts';

/** What the model is to answer, in no wire format. */
export interface ScriptedReply {
  readonly thinking?: string;
  /** Whole, or in the pieces in which it comes. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly ScriptedCall[];
  /** What it found with the provider's own search, before it speaks. */
  readonly found?: readonly Source[];
  readonly usage?: Partial<Usage>;
  /** Why it ends, in the words of our own vocabulary; by itself `end`, or `toolCalls` where there are some. */
  readonly stop?: 'end' | 'toolCalls' | 'maxOutput' | 'refusal';
  /** Refuses the request instead. */
  readonly status?: number;
  readonly error?: { readonly type: string; readonly message: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing at all is answered until this settles. */
  readonly silence?: Promise<unknown>;
  /** The answer stops half-way until this settles. */
  readonly hold?: Promise<unknown>;
  /** The connection is cut half-way. */
  readonly drop?: boolean;
  /** An error takes the place of the second half. */
  readonly failHalfway?: { readonly type: string; readonly message: string };
}

export interface ScriptedCall {
  readonly name: string;
  /** The arguments; a text is sent as it is, JSON or not. */
  readonly input: object | string;
  readonly id?: string;
}

export interface FilledReply {
  readonly thinking: string;
  readonly pieces: readonly string[];
  readonly found: readonly Source[];
  readonly calls: readonly { readonly name: string; readonly json: string; readonly id: string }[];
  readonly usage: Usage;
  readonly stop: NonNullable<ScriptedReply['stop']>;
}

/** The reply with all that a test left out; `turn` makes ids differ. */
export function fillReply(reply: ScriptedReply, turn: number): FilledReply {
  const { text = [], calls = [], thinking = '', found = [] } = reply;
  return {
    thinking,
    found,
    pieces: typeof text === 'string' ? halves(text) : text,
    calls: calls.map(({ name, input, id }, index) => ({
      name,
      json: typeof input === 'string' ? input : JSON.stringify(input),
      id: id ?? `call_${turn}_${index}`,
    })),
    usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, ...reply.usage },
    stop: reply.stop ?? (calls.length > 0 ? 'toolCalls' : 'end'),
  };
}

/** A text in two pieces, as streams come. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}
