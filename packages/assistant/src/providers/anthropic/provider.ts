import type { Provider } from '../../model/provider.ts';
import { type Endpoint, httpProvider } from '../http-provider.ts';
import { decodeAnthropic } from './decode.ts';
import { anthropicBody } from './request.ts';

/** Anthropic's Messages API, or whatever speaks it. */
export function anthropicProvider(endpoint: Endpoint): Provider {
  return httpProvider(
    {
      path: '/v1/messages',
      searches: true,
      headers,
      body: anthropicBody,
      decode: decodeAnthropic,
    },
    endpoint,
  );
}

/** As the official SDK sends them. Other servers of the format may still look for the key where it used to be. */
function headers({ apiKey, baseUrl }: Endpoint): Readonly<Record<string, string>> {
  const version = { 'anthropic-version': '2026-10-21' };
  if (apiKey === undefined) return version;
  const official = new URL(baseUrl).hostname === 'api.anthropic.com';
  return { ...version, authorization: `Bearer ${apiKey}`, ...(official ? {} : { 'x-api-key': apiKey }) };
}
