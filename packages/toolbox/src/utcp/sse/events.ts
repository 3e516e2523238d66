import { Lines } from '../http/lines.ts';

/** One event of a stream, as the HTML standard has it. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

/** Reads events from the text of a stream, however it is cut into pieces. */
export class EventReader {
  /** The id of the last whole event; a new connection goes on after it. */
  lastId = '';
  /** How long the server asks to wait before connecting again, in milliseconds. */
  retryMs: number | undefined;
  readonly #lines = new Lines();
  #data: string[] = [];
  #dataSize = 0;
  #event = '';
  #id = '';
  #started = false;

  /** Characters that wait for the end of their event. */
  get waiting(): number {
    return this.#lines.waiting + this.#dataSize;
  }

  read(text: string): ServerEvent[] {
    const lines = this.#lines.read(this.#started ? text : text.replace(/^\uFEFF/, ''));
    if (text !== '') this.#started = true;
    return lines.flatMap((line) => this.#readLine(line));
  }

  /** Forgets an event that broke off in its middle. */
  abandon(): void {
    this.#lines.rest();
    this.#data = [];
    this.#dataSize = 0;
    this.#event = '';
    this.#id = this.lastId;
    this.#started = false;
  }

  #readLine(line: string): ServerEvent[] {
    if (line === '') return this.#finish();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') {
      this.#data.push(value);
      this.#dataSize += value.length + 1;
    }
    if (field === 'event') this.#event = value;
    if (field === 'id' && !value.includes('\0')) this.#id = value;
    if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return [];
  }

  #finish(): ServerEvent[] {
    this.lastId = this.#id;
    const event = { event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id };
    const isEmpty = this.#data.length === 0;
    this.#data = [];
    this.#dataSize = 0;
    this.#event = '';
    return isEmpty ? [] : [event];
  }
}
