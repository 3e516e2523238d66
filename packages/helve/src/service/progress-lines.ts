import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROGRESS_LINES, PROTOCOL_VERSION } from './protocol.ts';

/** How to tell a caller that asked for it how its request goes: one line of JSON each, before that of the reply. */
export function progressTo(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): ((message: string) => void) | undefined {
  if (request.headers.accept !== PROGRESS_LINES) return undefined;
  return (message) => {
    // A caller that does not read is not told: what they miss is gathered for nobody.
    if (response.destroyed || response.writableEnded || response.writableNeedDrain) return;
    if (!response.headersSent) response.writeHead(200, { 'Content-Type': PROGRESS_LINES });
    response.write(`${JSON.stringify({ protocol_version: PROTOCOL_VERSION, id, progress: message })}\n`);
  };
}
