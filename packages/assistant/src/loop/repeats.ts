import type { ToolCallPart } from '../model/message.ts';
import type { ToolReply } from '../tools/tool.ts';

const TOO_OFTEN = 3;

/** Notices a model that goes round in circles: the same call with the same result, again and again. */
export class Repeats {
  #last = '';
  #count = 0;

  /** Words for the model when it is time for them, and then only after as many more. */
  note(call: ToolCallPart, { content }: ToolReply): string | undefined {
    const seen = JSON.stringify([call.name, call.input, content]);
    this.#count = seen === this.#last ? this.#count + 1 : 1;
    this.#last = seen;
    if (this.#count % TOO_OFTEN !== 0) return undefined;
    return `[You have made the same call of ${call.name} ${this.#count} times, each with the same result. Try something else, or tell the user what blocks you.]`;
  }
}
