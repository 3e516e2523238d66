import { clipLine, type GrepEvents, withoutDot } from './line.ts';

/** Only in its JSON does ripgrep tell where a match that spans lines begins and ends. */
type Message =
  | { readonly type: 'begin' }
  | { readonly type: 'summary' }
  | { readonly type: 'end'; readonly data: { readonly path: Bytes; readonly binary_offset: number | null } }
  | {
      readonly type: 'match' | 'context';
      readonly data: {
        readonly path: Bytes;
        readonly lines: Bytes;
        readonly line_number: number;
        readonly submatches: readonly { readonly start: number }[];
      };
    };

/** Text, or base64 where it is not UTF-8. */
type Bytes = { readonly text: string } | { readonly bytes: string };

/** A match that takes more than this is left out. */
const MAX_MESSAGE = 16 * 1024 * 1024;

export function grepJson(events: GrepEvents) {
  let pieces: Buffer[] = [];
  let length = 0;
  let path: string | undefined;
  let wanted = false;

  const read = (message: Message): void => {
    if (message.type === 'begin' || message.type === 'summary') return;
    const name = withoutDot(toBytes(message.data.path).toString());
    if (name !== path) {
      path = name;
      wanted = events.wants(name);
    }
    if (!wanted) return;
    if (message.type === 'end') {
      if (message.data.binary_offset !== null) events.binary(name);
      return;
    }
    const { lines, line_number: line, submatches } = message.data;
    if (!events.wantsLine(name, line, message.type === 'match')) return;
    const bytes = toBytes(lines);
    const start = message.type === 'match' ? (submatches[0]?.start ?? 0) : undefined;
    const column = start === undefined ? undefined : bytes.toString('utf8', 0, start).length + 1;
    events.line({ path: name, line, ...clipLine(bytes.toString(), column, 0, false) });
  };

  return {
    add(chunk: Buffer): void {
      let at = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, at)) {
        const whole = length > MAX_MESSAGE ? undefined : Buffer.concat([...pieces, chunk.subarray(at, end)]);
        if (whole) read(JSON.parse(whole.toString()) as Message);
        else events.tooLong();
        pieces = [];
        length = 0;
        at = end + 1;
      }
      length += chunk.length - at;
      if (length > MAX_MESSAGE) pieces = [];
      else if (at < chunk.length) pieces.push(chunk.subarray(at));
    },
    end(): void {},
  };
}

function toBytes(value: Bytes): Buffer {
  return 'text' in value ? Buffer.from(value.text) : Buffer.from(value.bytes, 'base64');
}
