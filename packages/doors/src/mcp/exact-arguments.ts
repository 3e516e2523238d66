import { CommandError, inexactNumberIn } from '@helve/command';
import { type Readable, Transform } from 'node:stream';
import { LARGEST_MESSAGE } from './largest-message.ts';
import { isObject, type Params } from './message.ts';

/** In place of arguments with a number that would become another: that number, as it is written. */
const INEXACT = '\0inexact number';

/** Parses a message. A call with a number that cannot be represented keeps it as text, to be refused with the call. */
export function parseMessage(text: string): unknown {
  const message: unknown = JSON.parse(text);
  const inexact = isCall(message) ? inexactNumberIn(text) : undefined;
  if (!isCall(message) || inexact === undefined) return message;
  return { ...message, params: { ...message.params, arguments: { [INEXACT]: inexact } } };
}

/** Why a call is refused whose arguments contain a number that would be passed on as another. */
export function inexactArguments({ [INEXACT]: number }: Params): CommandError | undefined {
  if (typeof number !== 'string') return undefined;
  return new CommandError('INVALID_INPUT', `${number} cannot be represented exactly as a number`, {
    hint: 'Pass it as a string, or use a smaller number.',
    retry: 'never',
    details: { number },
  });
}

/** The input with messages as `parseMessage` returns them, for a reader that parses by itself. */
export function exactLines(input: Readable): Readable {
  let held: Buffer[] = [];
  let bytes = 0;
  const lines = new Transform({
    transform(chunk: Buffer, _, done) {
      const end = chunk.lastIndexOf('\n') + 1;
      if (end > 0) {
        const whole = Buffer.concat([...held, chunk.subarray(0, end)]).toString('utf8');
        this.push(whole.replace(/[^\n]+/g, exactLine));
        held = [];
        bytes = 0;
      }
      held.push(chunk.subarray(end));
      bytes += chunk.length - end;
      // The reader refuses what is too long.
      if (bytes > LARGEST_MESSAGE) this.push(Buffer.concat(held.splice(0)));
      done();
    },
    flush(done) {
      this.push(Buffer.concat(held));
      done();
    },
  });
  input.once('error', (error) => lines.destroy(error)).once('close', () => lines.end());
  return input.pipe(lines);
}

function exactLine(line: string): string {
  if (inexactNumberIn(line) === undefined) return line;
  try {
    return JSON.stringify(parseMessage(line));
  } catch {
    return line;
  }
}

interface Call {
  readonly params: Params;
}

function isCall(message: unknown): message is Call {
  return isObject(message) && message.method === 'tools/call' && isObject(message.params);
}
