import { CommandError } from '@helve/command';

/** The address that somebody wrote for something, such as `anthropic` or `the proxy`. */
export function parseAddress(written: string, whose: string): URL {
  try {
    const url = new URL(written);
    // Node decodes them when it connects, and fails in a way that nobody understands.
    decodeURIComponent(url.username + url.password);
    if (/^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  } catch {
    // The same as an address of another kind.
  }
  throw new CommandError('INVALID_SETTINGS', `The address of ${whose} is not a URL: ${JSON.stringify(written)}`, {
    hint: 'Give a full URL, for example https://example.com/v1, in the settings or in the variable that has it.',
    retry: 'never',
  });
}
