export interface ServerSentEvent {
  /** Empty where the server names none. */
  readonly event: string;
  readonly data: string;
}

/** The events in a stream of text, as the HTML standard defines them. What is not ended by an empty line is dropped. */
export async function* readServerSentEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let [event, data, rest]: [string, string[], string] = ['', [], ''];
  let first = true;
  for await (const chunk of chunks) {
    rest += first ? chunk.replace(/^\uFEFF/, '') : chunk;
    first &&= chunk === '';
    // A carriage return at the end may be half of a line end: it waits for what follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event, data: data.join('\n') };
        [event, data] = ['', []];
        continue;
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'data') data.push(value);
      else if (field === 'event') event = value;
    }
  }
}
