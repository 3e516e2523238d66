import type { ContentPart } from '@helve/command';
import { describeError } from '../answer.ts';
import type { ToolAnswer } from '../agent.ts';

/** The protocol's form of a tool's answer. */
export interface ToolResult {
  content: ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
  [extension: string]: unknown;
}

type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; mimeType: string; data: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } };

/** Where a failed result keeps its error as data: structured content would have to fit the tool's output schema. */
const ERROR_KEY = 'helve/error';

export function toResult(answered: ToolAnswer): ToolResult {
  if (!answered.ok) {
    const { error } = answered;
    return {
      content: [{ type: 'text', text: `${error.code}: ${describeError(error)}` }],
      isError: true,
      _meta: { [ERROR_KEY]: error.report() },
    };
  }
  const { content, data } = answered;
  const parts = typeof content === 'string' ? [{ text: content }] : content;
  return { content: parts.map(toBlock), ...(data ? { structuredContent: { ...data } } : {}) };
}

function toBlock(part: ContentPart): ContentBlock {
  if ('text' in part) return { type: 'text', text: part.text };
  const { mimeType, data } = part.inlineData;
  if (mimeType.startsWith('image/')) return { type: 'image', mimeType, data };
  if (mimeType.startsWith('audio/')) return { type: 'audio', mimeType, data };
  return {
    type: 'resource',
    resource: { uri: `helve:result?type=${encodeURIComponent(mimeType)}`, mimeType, blob: data },
  };
}
