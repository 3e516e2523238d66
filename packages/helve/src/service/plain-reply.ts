import type { ServerResponse } from 'node:http';
import type { ArgvAnswer } from './protocol.ts';

/**
 * The answer to `argv` for a shell that has only its builtins: what was printed follows the head byte by byte, and
 * the head says how many bytes there are for each stream, in pieces. A shell's variable cannot hold a NUL byte, so these are
 * left out of the body; the head has a `z` for each.
 */
export function writePlainReply(response: ServerResponse, answered: ArgvAnswer): void {
  response.sendDate = false;
  response.setHeader('Connection', 'close');
  if ('foreground' in answered) {
    response.writeHead(409).end();
    return;
  }
  const [out, error] = [inPieces(answered.stdout), inPieces(answered.stderr)];
  response
    .writeHead(200, {
      'X-Helve-Code': answered.code,
      'X-Helve-Out': out.plan,
      'X-Helve-Error': error.plan,
      'Content-Length': out.bytes.length + error.bytes.length,
    })
    .end(Buffer.concat([out.bytes, error.bytes]));
}

function inPieces(text: string): { readonly plan: string; readonly bytes: Buffer } {
  const pieces = text.split('\0').map((piece) => Buffer.from(piece));
  return { plan: pieces.map(({ length }) => length).join(' z '), bytes: Buffer.concat(pieces) };
}
