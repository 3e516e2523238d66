import type { Provider } from '../../model/provider.ts';
import { type Endpoint, httpProvider } from '../http-provider.ts';
import { decodeChat } from './decode.ts';
import { chatBody } from './request.ts';

/** An OpenAI-compatible chat completions endpoint: Ollama, llama.cpp, vLLM, LM Studio and many more. */
export function openAiChatProvider(endpoint: Endpoint): Provider {
  return httpProvider(
    {
      path: '/chat/completions',
      headers: bearer,
      body: chatBody,
      decode: decodeChat,
    },
    endpoint,
  );
}

export function bearer({ apiKey }: Endpoint): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
