import type { ModelServer } from '../../packages/assistant/src/testing/model-server.ts';

interface WirePart {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly media_type: string; readonly data: string };
  readonly content?: string | readonly WirePart[];
}

/** What the model was given last with a request, counted from 0: its words, results of tools, and images. */
export async function asked(
  server: ModelServer,
  index: number,
): Promise<{ readonly text: string; readonly images: readonly WirePart['source'][] }> {
  await server.received(index + 1);
  const messages = server.requests[index]?.body.messages as readonly { readonly content: string | WirePart[] }[];
  const content = messages.at(-1)?.content ?? [];
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return {
    text: parts.map(wordsOf).join('\n'),
    images: parts.filter(({ type }) => type === 'image').map(({ source }) => source),
  };
}

/** What the model was told before anything else. */
export async function systemOf(server: ModelServer, index: number): Promise<string> {
  await server.received(index + 1);
  return JSON.stringify(server.requests[index]?.body.system);
}

function wordsOf({ text, content }: WirePart): string {
  if (text !== undefined) return text;
  return typeof content === 'string' ? content : (content ?? []).map(wordsOf).join('\n');
}
