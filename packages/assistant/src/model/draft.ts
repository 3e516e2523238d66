import type { AssistantPart, ThinkingPart, ToolCallPart } from './message.ts';
import type { ModelEvent, StopReason } from './provider.ts';
import { NO_USAGE, type Usage } from './usage.ts';

/** An answer as far as it has come. */
export interface Answer {
  readonly content: readonly AssistantPart[];
  readonly usage: Usage;
  /** Absent while the answer goes on, or where it broke off. */
  readonly stopReason?: StopReason;
}

interface OpenCall {
  readonly type: 'toolCall';
  readonly id: string;
  readonly name: string;
  json: string;
}

interface OpenText {
  readonly type: 'text' | 'thinking';
  text: string;
  signature?: string;
  redacted?: true;
}

/** Puts an answer together from what comes while a model speaks. */
export class Draft {
  readonly #by: string;
  #parts: (OpenCall | OpenText)[] = [];
  #usage = NO_USAGE;
  #stopReason: StopReason | undefined;

  /** `by` is the id of the model, which its thoughts are marked with. */
  constructor(by: string) {
    this.#by = by;
  }

  add(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
      case 'thinking':
        this.#append(event.type, event.text);
        break;
      case 'signature':
        this.#sign(event.signature, event.redacted);
        break;
      case 'toolCall':
        this.#parts.push({ type: 'toolCall', id: event.id, name: event.name, json: '' });
        break;
      case 'toolInput': {
        const call = this.#parts.findLast((part) => part.type === 'toolCall' && part.id === event.id);
        if (call?.type === 'toolCall') call.json += event.json;
        break;
      }
      case 'usage':
        this.#usage = event.usage;
        break;
      case 'end':
        this.#stopReason = event.reason;
        break;
      case 'retry':
        this.#parts = [];
        this.#usage = NO_USAGE;
        this.#stopReason = undefined;
        break;
      case 'searched':
      case 'sources':
        // What the provider looked up by itself is not part of what the model said.
        break;
    }
  }

  /** The answer so far. Of one that broke off, calls are left out: their arguments may be cut short. */
  answer(): Answer {
    const complete = this.#stopReason !== undefined;
    return {
      content: this.#parts
        .filter((part) => (part.type === 'toolCall' ? complete : part.text !== '' || part.signature !== undefined))
        .map((part) => this.#close(part)),
      usage: this.#usage,
      ...(this.#stopReason === undefined ? {} : { stopReason: this.#stopReason }),
    };
  }

  #append(type: 'text' | 'thinking', text: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === type && last.signature === undefined) last.text += text;
    else this.#parts.push({ type, text });
  }

  #sign(signature: string, redacted: true | undefined): void {
    const last = this.#parts.at(-1);
    if (!redacted && last?.type === 'thinking' && last.signature === undefined) last.signature = signature;
    else this.#parts.push({ type: 'thinking', text: '', signature, ...(redacted ? { redacted } : {}) });
  }

  #close(part: OpenCall | OpenText): AssistantPart {
    if (part.type === 'toolCall') return closeCall(part);
    if (part.type === 'text') return { type: 'text', text: part.text };
    const { text, signature, redacted } = part;
    const thinking: ThinkingPart = { type: 'thinking', text, by: this.#by };
    return { ...thinking, ...(signature === undefined ? {} : { signature }), ...(redacted ? { redacted } : {}) };
  }
}

function closeCall({ type, id, name, json }: OpenCall): ToolCallPart {
  // A call without parameters may come without arguments.
  const input = json.trim() === '' ? {} : parseObject(json);
  return input ? { type, id, name, input } : { type, id, name, input: {}, malformed: json };
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
