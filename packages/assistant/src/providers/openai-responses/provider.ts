import type { Provider } from '../../model/provider.ts';
import { type Endpoint, httpProvider } from '../http-provider.ts';
import { bearer } from '../openai-chat/provider.ts';
import { decodeResponses } from './decode.ts';
import { responsesBody } from './request.ts';

/** OpenAI's responses API. */
export function openAiResponsesProvider(endpoint: Endpoint): Provider {
  return httpProvider(
    { path: '/responses', searches: true, headers: bearer, body: responsesBody, decode: decodeResponses },
    endpoint,
  );
}
