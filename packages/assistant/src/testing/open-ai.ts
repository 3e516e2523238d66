import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import type { Endpoint } from '../providers/http-provider.ts';
import { QUICK_RETRY } from './ask-provider.ts';
import { type Script, startModelServer, TEST_KEY } from './model-server.ts';

/** A server that speaks OpenAI's API, a provider of ours for it, and the official SDK to compare with. */
export async function startOpenAi<Provider>(script: Script, create: (endpoint: Endpoint) => Provider) {
  const server = await startModelServer(script);
  onTestFinished(server.close);
  const endpoint = { name: 'openai', baseUrl: server.openAiUrl, apiKey: TEST_KEY, env: {}, retry: QUICK_RETRY };
  const sdk = new OpenAI({ baseURL: server.openAiUrl, apiKey: TEST_KEY, maxRetries: 0 });
  return { server, provider: create(endpoint), sdk };
}
