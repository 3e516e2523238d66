import { CommandError } from '@helve/command';

/** Bytes of one message from a server. A longer one is dropped as it comes. */
export const MESSAGE_LIMIT = 16 * 1024 * 1024;

export function tooLarge(server: string, bytes: number): CommandError {
  return new CommandError(
    'TOO_LARGE',
    `The MCP server ${server} answered with more than ${MESSAGE_LIMIT / 1024 / 1024} MB in one message`,
    {
      hint: 'Ask for less: a part, a page, a filter.',
      retry: 'never',
      details: { server, bytes, limit: MESSAGE_LIMIT },
    },
  );
}
